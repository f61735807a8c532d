import { describe, expect, it } from 'vitest';
import { isSecretFile, looksSecret } from '../../../src/extension/text/secretFiles.ts';

describe('secret files', () => {
  it.each([
    '.env',
    '.env.local',
    '.env-prod',
    'deploy/prod.env',
    'apps/web/.envrc',
    'server.key',
    'certs/server.pem',
    'id_ed25519',
    '.npmrc',
    '.netrc',
    'auth.json',
    'gha-creds-0123.json',
    'config/secrets.yml',
    'config/credentials',
    'main.tfstate.backup',
    '.bash_history',
    'home/.ssh/config',
    '.aws/credentials',
    '.kube/config',
  ])('include %s', (path) => expect(looksSecret(path)).toBe(true));

  it.each(['.env.bak', '.env~', 'server.key.old', 'secrets.json.orig', '.env.local.backup.old', '.server.pem.swp'])(
    'include the copy %s',
    (path) => expect(looksSecret(path)).toBe(true),
  );

  it.each([
    '.secrets',
    'client_secret_1.json',
    '.gemini/oauth_creds.json',
    'ssh_host_rsa_key',
    '.config/rclone/rclone.conf',
  ])('include the less common name %s', (path) => expect(looksSecret(path)).toBe(true));

  it.each([
    '.ENV',
    '.e\u200cnv',
    '.\uff45nv',
    '.s\u017fh/config',
    '\u200d/.aws/x',
    '.en\u2060v',
    '\u017fecrets.json',
    'server.\u212aey',
    'sub\\.env',
  ])('include the spelling %j', (path) => expect(looksSecret(path)).toBe(true));

  it.each([
    '.env.example',
    '.env-sample',
    '.env.local.example',
    'id_rsa.pub',
    'src/secrets.ts',
    'src/credentials.test.ts',
    'environment.ts',
    'env.d.ts',
    'package.json',
    'keyboard.json',
    'tokens/colors.json',
    'README.md',
  ])('do not include %s', (path) => expect(looksSecret(path)).toBe(false));

  it('are recognized by the path inside a root, or by the whole path outside all roots', () => {
    const [path, relative] = ['/home/me/.aws/tool/notes.md', 'notes.md'];
    expect(isSecretFile({ kind: 'inside', path, relative, display: relative })).toBe(false);
    expect(isSecretFile({ kind: 'outside', path, display: path })).toBe(true);
  });
});
