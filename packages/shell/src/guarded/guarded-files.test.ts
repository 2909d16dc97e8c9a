import { describe, expect, test } from 'vitest'
import { isProjectCode, isProtectedFile, isSensitiveFile } from './index.ts'

const home = '/home/user'

describe('a file that holds credentials', () => {
  test.each(
    `.env .env.local .env.production prod.env .envrc credentials.json store.jks store.keystore .netrc _netrc .git-credentials .npmrc .pypirc .pgpass
    .htpasswd server.pem tls.key store.p12 x.pfx vault.kdbx putty.ppk client.ovpn id_rsa id_rsa.old id_dsa id_ecdsa id_ed25519 id_ed25519_sk
    secrets.json secrets.yaml service-account.json client_secret_123.json terraform.tfstate terraform.tfstate.backup kubeconfig prod.kubeconfig
    .dockercfg .vault-token local.settings.json .ENV ID_RSA Credentials.JSON .env. .env.example.local`.split(/\s+/),
  )('is %s, wherever it is', (name) => {
    expect(isSensitiveFile(`/place/${name}`, home)).toBe(true)
  })

  test.each(
    `.env.example .env.sample .env.template .env.dist .env.local.example example.env id_rsa.pub id_ed25519.pub .environment environment.ts keyboard.ts
    monkey credentials.ts secrets.ts package.json auth.ts .envoy tokenizer.json`.split(/\s+/),
  )('is not %s', (name) => {
    expect(isSensitiveFile(`/place/${name}`, home)).toBe(false)
  })

  test.each([
    '/home/user/.ssh/known_hosts',
    '/home/user/.aws/config',
    '/home/user/.config/gh/hosts.yml',
    '/home/user/.docker/config.json',
    '/home/other/.gnupg/x',
    '/root/.kube/config',
    '/Users/u/Library/Keychains/login.keychain-db',
    '/home/user/.claude/.credentials.json',
    '/home/user/.codex/auth.json',
    '/home/user/.cargo/credentials.toml',
    '/home/user/.bash_history',
    '/home/user/.config/rclone/rclone.conf',
    '/etc/shadow',
    '/etc/sudoers.d/x',
    '/etc/ssh/ssh_host_rsa_key',
    '/run/secrets/db',
    '/proc/self/environ',
    '/proc/1/task/1/environ',
    '/dev/mem',
  ])('is %s, by its place', (path) => {
    expect(isSensitiveFile(path, home)).toBe(true)
  })

  test.each([
    '/home/user/.sshx/a',
    '/home/user/.docker/cli-plugins/x',
    '/etc/passwd',
    '/etc/ssh/ssh_host_rsa_key.pub',
    '/proc/1/status',
    '/place/.ssh/readme.md',
  ])('is not %s', (path) => {
    expect(isSensitiveFile(path, home)).toBe(false)
  })
})

describe('a file that decides what runs later', () => {
  test.each(
    `drawbridge.jsonc .mcp.json .git/hooks/pre-commit .git/config .GIT/config sub/.git .vscode/tasks.json .idea/workspace.xml .cursor/rules .claude/settings.json
    .husky/pre-commit .devcontainer/devcontainer.json .devcontainer.json .envrc .gitmodules .npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .cargo/config.toml
    .cargo/config rust-toolchain.toml .pre-commit-config.yaml lefthook.yml .github/workflows/ci.yml .github/actions/x/action.yml .github/copilot-instructions.md
    .gitlab-ci.yml .circleci/config.yml .travis.yml Jenkinsfile azure-pipelines.yml bitbucket-pipelines.yml .buildkite/pipeline.yml
    AGENTS.md CLAUDE.md GEMINI.md skills/pdf/SKILL.md .cursorrules .windsurfrules .clinerules .codex/config.toml .gemini/settings.json .windsurf/rules .kiro/hooks/x
    .zed/tasks.json x.code-workspace .dir-locals.el .nvim.lua .gdbinit mise.toml .tool-versions bunfig.toml sitecustomize.py .mvn/jvm.config .yarn/releases/yarn.cjs`.split(
      /\s+/,
    ),
  )('is %s', (name) => {
    expect(isProtectedFile(`/place/${name}`, '/place')).toBe(true)
  })

  test.each([
    '/home/user/.bashrc',
    '/home/user/.config/autostart/x.desktop',
    '/home/user/.ssh/authorized_keys',
    '/home/user/.ssh/config',
    '/home/user/.local/bin/git',
    '/etc/profile.d/x.sh',
    '/etc/cron.d/job',
    '/etc/ld.so.preload',
    '/etc/systemd/system/x.service',
  ])('is %s', (path) => {
    expect(isProtectedFile(path, '/place')).toBe(true)
  })

  test.each([
    '.gitignore',
    '.github/ISSUE_TEMPLATE.md',
    'src/profile.ts',
    'git/x',
    'package.json',
    'Makefile',
    'src/agents.ts',
    'workflows/ci.yml',
    'README.md',
  ])('is not %s', (name) => {
    expect(isProtectedFile(`/place/${name}`, '/place')).toBe(false)
  })

  test('in a workspace inside such a folder is told by what lies below the workspace', () => {
    expect(isProtectedFile('/p/.claude/worktrees/a/src/x.ts', '/p/.claude/worktrees/a')).toBe(false)
    expect(isProtectedFile('/p/.claude/settings.json', '/p/.claude/worktrees/a')).toBe(true)
  })
})

test.each([
  'package.json',
  'Makefile',
  'sub/pyproject.toml',
  'Dockerfile',
  'vite.config.ts',
  '.eslintrc.cjs',
  'build.rs',
  'rules.mk',
])('%s is project code: edited freely, and said in approvals', (name) => {
  expect(isProjectCode(`/place/${name}`)).toBe(true)
  expect(isProtectedFile(`/place/${name}`, '/place')).toBe(false)
})

test.each(['src/a.ts', 'README.md', 'package.txt'])('%s is not project code', (name) => {
  expect(isProjectCode(`/place/${name}`)).toBe(false)
})
