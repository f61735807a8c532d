import type { PathResolution } from '../ports/workspace.ts';
import { foldSpelling } from './alikeNames.ts';
import { compileGlob, type GlobMatcher } from './search/glob.ts';

/**
 * Files whose purpose is to store keys, passwords or tokens. File names are not secret.
 *
 * Premove asks before a model reads, deletes or moves such a file. It does not ask in `yolo`, under a rule that names
 * the file, or after the user has allowed the file for the chat. If the user mentions such a file, Premove asks in
 * every mode. After the user has agreed to send the file, Premove does not ask about mentions of the file again in this
 * window. The editor context never includes the file's text. A search includes the text only if the search names the
 * file. A speculation stops at a call that would read, delete or move the file.
 *
 * The globs (see `glob.ts`) match paths in the form that `foldSpelling` returns. Source code such as `secrets.ts` is
 * left out, because it reads secrets and should not contain them.
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

/** Examples to copy from, and the public parts of keys. */
const HARMLESS_GLOBS = ['.env*{.,-,_}{example,sample,template,dist,defaults}', '*.pub'] as const;

const COPY_SUFFIX = /(?:~|#|\.(?:bak|backup|old|orig|save|saved|copy|tmp|swp|swo))$/;
/** A name may have several suffixes: `.env.old.bak`. */
const MAX_SUFFIXES = 3;

const secret = [toOneGlob(SECRET_NAMES), ...SECRET_FOLDERS].map(compile);
const harmless = HARMLESS_GLOBS.map(compile);

/** Joins the globs, because one automaton for all globs is many times faster, and every searched file is checked. */
function toOneGlob(globs: readonly string[]): string {
  return `{${globs.join(',')}}`;
}

function compile(glob: string): GlobMatcher {
  const matches = compileGlob(glob);
  if (!matches) throw new Error(`The glob ${glob} is malformed.`);
  return matches;
}

/**
 * Whether a path looks like the path of a file with secrets. `path` is relative to its root, or absolute outside all
 * roots.
 */
export function looksSecret(path: string): boolean {
  const plain = foldSpelling(path.replaceAll('\\', '/')).replace(/^\/+/, '');
  let original = plain;
  for (let count = 0; count < MAX_SUFFIXES; count += 1) original = original.replace(COPY_SUFFIX, '');
  return isSecret(plain) || (original !== plain && isSecret(original));
}

function isSecret(plain: string): boolean {
  return secret.some((matches) => matches(plain)) && !harmless.some((matches) => matches(plain));
}

export function isSecretFile(path: PathResolution): boolean {
  return looksSecret(path.kind === 'inside' ? path.relative : path.path);
}
