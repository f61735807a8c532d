import { foldSpelling } from './alikeNames.ts';
import { compileGlob, type GlobMatcher } from './glob.ts';

/**
 * Files that are there to hold keys, passwords or tokens. Nothing of what is in them goes to a model unasked; their names
 * may. Globs over paths as `foldSpelling` gives them (see `glob.ts`). Source code is not among them, whatever it is called: `secrets.ts`
 * reads secrets, and should not hold them.
 */
const SECRET_GLOBS = [
  '.env',
  '.env.*',
  '*.env',
  '.envrc',
  '.dev.vars',
  '*.pem',
  '*.key',
  '*.p8',
  '*.p12',
  '*.pfx',
  '*.jks',
  '*.keystore',
  '*.kdbx',
  '*.ppk',
  '*.ovpn',
  '*.asc',
  '*.gpg',
  'id_{rsa,dsa,ecdsa,ed25519}*',
  '.netrc',
  '_netrc',
  '.pgpass',
  '.my.cnf',
  '.htpasswd',
  '.npmrc',
  '.yarnrc.yml',
  '.pypirc',
  '.git-credentials',
  '.{authinfo,boto,s3cfg,databrickscfg,mylogin.cnf,*_history}',
  'gha-creds-*.json',
  '.dockercfg',
  '.vault-token',
  '*.tfvars',
  '*.tfvars.json',
  '*.tfstate',
  '{credentials,credential,secrets,secret,passwords,tokens}',
  '*{credentials,credential,secrets,secret,passwords}.{json,yml,yaml,toml,ini,cfg,conf,txt,xml,properties,plist,csv}',
  '*service-account*.json',
  '*service_account*.json',
  '**/.ssh/**',
  '**/.aws/**',
  '**/.gnupg/**',
  '**/.azure/**',
  '**/.config/gcloud/**',
  '**/{.password-store,.oci,.pki}/**',
  '**/.kube/config',
  '**/.docker/config.json',
] as const;

/** Examples to copy from, and the public halves of keys. */
const HARMLESS_GLOBS = ['.env*.{example,sample,template,dist,defaults}', '*.pub'] as const;

const compile = (globs: readonly string[]): readonly GlobMatcher[] => globs.flatMap((glob) => compileGlob(glob) ?? []);
const secret = compile(SECRET_GLOBS);
const harmless = compile(HARMLESS_GLOBS);

/** `path` from its root on, or absolute where it has none. */
export function looksSecret(path: string): boolean {
  const plain = foldSpelling(path.replaceAll('\\', '/')).replace(/^\/+/, '');
  return secret.some((matches) => matches(plain)) && !harmless.some((matches) => matches(plain));
}
