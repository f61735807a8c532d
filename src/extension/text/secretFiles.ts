import type { PathResolution } from '../ports/workspace.ts';
import { foldSpelling } from './alikeNames.ts';
import { compileGlob, type GlobMatcher } from './glob.ts';

/**
 * Files that are there to hold keys, passwords or tokens. Premove asks before a model gets to read one: through a mention,
 * `read_file`, `lsp`, a search that names the file, or a command that does. It is not asked for in `yolo`, under a rule
 * that names the file, or once the user has allowed it for the chat. Searches that do not name such a file, and what is
 * sent about the editor, leave its text out; a speculation stops there. File names are no secret.
 *
 * Globs over paths as `foldSpelling` gives them (see `glob.ts`). Source code is not among them, whatever it is called: `secrets.ts` reads
 * secrets, and should not hold them.
 */
const SECRET_NAMES = [
  '.env',
  '.env{.,-,_}*',
  '*.env',
  '.envrc',
  '.dev.vars',
  '*.{pem,key,p8,p12,pfx,pkcs12,jks,jceks,keystore,kdbx,ppk,ovpn,asc,gpg,agekey,keytab}',
  '{id_{rsa,dsa,ecdsa,ed25519}*,ssh_host_*_key}',
  '{.,_}netrc',
  '.authinfo',
  '{.pgpass,pgpass.conf,.my.cnf,.mylogin.cnf}',
  '.htpasswd',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '{.git-credentials,.dockercfg,.dockerconfigjson,.s3cfg,.boto,.databrickscfg,.curlrc,.wgetrc,.msmtprc,rclone.conf}',
  '.vault{-,_}{token,pass}*',
  '.*_history',
  '*.tfvars',
  '*.tfvars.json',
  '*.tfstate{,.*}',
  '{.terraformrc,terraform.rc}',
  '{,*.}kubeconfig',
  '{auth,oauth_creds,client_secret*,local.settings,gha-creds-*,*firebase-adminsdk*,*service{-,_}account*}.json',
  '{.secret,.secrets,credentials,credential,secrets,secret,passwords,tokens}',
  '*{credentials,credential,secrets,secret,passwords}.{json,yml,yaml,toml,ini,cfg,conf,txt,xml,properties,plist,csv}',
] as const;

const SECRET_FOLDERS = [
  '**/{.ssh,.aws,.gnupg,.azure,.oci,.pki,.password-store,.config/gcloud,.config/gh}/**',
  '**/{.kube/config,.docker/config.json}',
] as const;

/** Examples to copy from, and the public halves of keys. */
const HARMLESS_GLOBS = ['.env*{.,-,_}{example,sample,template,dist,defaults}', '*.pub'] as const;

/** What editors and people append to the name of a copy. */
const COPY_SUFFIX = /(?:~|#|\.(?:bak|backup|old|orig|save|saved|copy|tmp|swp|swo))$/;
const MAX_SUFFIXES = 3;

const secret = [toOneGlob(SECRET_NAMES.slice(0, 15)), toOneGlob(SECRET_NAMES.slice(15)), ...SECRET_FOLDERS].map(
  compile,
);
const harmless = HARMLESS_GLOBS.map(compile);

/** One automaton is many times faster than one per glob, and every file that a search meets is judged. */
function toOneGlob(globs: readonly string[]): string {
  return `{${globs.join(',')}}`;
}

function compile(glob: string): GlobMatcher {
  const matches = compileGlob(glob);
  if (!matches) throw new Error(`The glob ${glob} is malformed.`);
  return matches;
}

/** `path` from its root on, or absolute where it has none. */
export function looksSecret(path: string): boolean {
  const plain = foldSpelling(path.replaceAll('\\', '/')).replace(/^\/+/, '');
  let original = plain;
  for (let count = 0; count < MAX_SUFFIXES; count += 1) original = original.replace(COPY_SUFFIX, '');
  return isSecret(plain) || (original !== plain && isSecret(original));
}

function isSecret(plain: string): boolean {
  return secret.some((matches) => matches(plain)) && !harmless.some((matches) => matches(plain));
}

/** As `looksSecret`, for a file that has been resolved. */
export function isSecretFile(path: PathResolution): boolean {
  return looksSecret(path.kind === 'inside' ? path.relative : path.path);
}
