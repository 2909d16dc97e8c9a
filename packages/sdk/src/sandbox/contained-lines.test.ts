import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import type { Session } from '@drawbridge/core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { describeWithProgram } from '../../../../scripts/test-support/describe-with.ts'
import type { Drawbridge } from '../drawbridge.ts'
import { createHostileFolder, type HostileFolder, mark, secret } from './__fixtures__/hostile-folder.ts'
import { textOf } from './__fixtures__/sandboxed-folder.ts'

/** Lines that run unapproved, because their programs only read. Each program obeys something of the workspace, or might. */
const lines: readonly string[] = [
  'yarn --version',
  'pip list --path .',
  'gem list; gem env',
  'git lfs ls-files',
  'git submodule status',
  'git status',
  'git -C sub status',
  'git log -p',
  'git diff',
  'git blame a.txt',
  'git show HEAD',
  'git archive --format=x HEAD',
  'git config --get-urlmatch x http://e',
  'awk 1 --files-from=/etc/shadow',
  'LC_ALL=C awk 1 --files-from=/etc/shadow',
  'nice awk 1 --files-from=/etc/shadow',
  'if true; then awk 1 --files-from=/etc/shadow; fi',
  'cd src && awk 1 --files-from=/etc/shadow',
  '( awk 1 --files-from=/etc/shadow )',
  'awk 1 a.txt',
  'sed -n p a.txt',
  'jq . b.json',
  'rg -z x src',
  'bat -P a.txt',
  'exa --git',
  'eza --git',
  'colordiff a.txt b.json',
  'diff3 -m a.txt b.json a.txt',
  'iconv -f ./a.txt -t y b.json',
  '7z l -p a.txt',
  'unzip -l a.txt -d y',
  'zipinfo a.txt y',
  'ar p a.txt',
  'npm --version',
  'npm config get x',
  'npm prefix',
  "npm query '*'",
  'npm explain x',
  'npm ls',
  'pnpm -v',
  'bun --version',
  'deno --version',
  'pip list',
  'pip show x',
  'pip config list',
  'pip check',
  'pip debug',
  'pip hash a.txt',
  'pip inspect',
  'pipx list',
  'conda list',
  'conda info',
  'gem list',
  'gem environment',
  'gem which x',
  'gem contents x',
  'cargo -V',
  'go env',
  'go list ./...',
  'go list -m all',
  'go version -m ./evil',
  'go version',
  'go doc x',
  'gofmt -d a.txt',
  'dotnet --version',
  'swift --version',
  'java --version',
  'brew list',
  'brew config',
  'apt list',
  'apt search x',
  'apt show ./evil.deb',
  'dpkg -l',
  'dpkg -I a.txt',
  'dpkg-query -W',
  'rpm -q x',
  'apk info',
  'flatpak list',
  'terraform version',
  'terraform fmt -check',
  'ssh-keygen -l -f a.txt',
  'ffprobe a.txt',
  'identify a.txt',
  'exiftool a.txt',
  'nvm ls',
  'md5sum -c a.txt',
  'sha256sum --check a.txt',
  'file -z a.txt',
  'locate x',
  'sysctl -a',
  'getent passwd',
  'cloc a.txt',
  'tokei',
  'shellcheck -x payload',
  'hadolint a.txt',
  'yamllint -c evil a.txt',
  'tsc --version',
  'mypy --version',
  'python3 -V',
  'node -v',
]

/** What the payload prints, a secret, or an account's password: everything that tells of harm. The dot keeps the pattern from matching itself. */
const telling = '^the payloa[d] ran|tell-n[o]-one|^(root|daemon):[^x:]*:[0-9]+:'

/** The programs that a line starts. */
const programsOf = (line: string): readonly string[] =>
  line
    .replace(/^.*?(?:LC_ALL=C|nice|then|&&|\() /, '')
    .split('; ')
    .map((part) => part.split(' ')[0] ?? '')

const programs = new Set(lines.flatMap(programsOf))

/** One line of each program, and all of git, which obeys most, and of awk; several in one call, so that the test stays cheap. */
const chosen = lines.filter(
  (line, index) =>
    /git |awk /.test(line) || lines.findIndex((other) => programsOf(other)[0] === programsOf(line)[0]) === index,
)
const size = 9
const batches = Array.from({ length: Math.ceil(chosen.length / size) }, (_, index) => {
  const together = chosen.slice(index * size, (index + 1) * size)
  return { first: together[0], together }
})

describeWithProgram('bwrap', 'commands are contained by it', () => {
  let folder: HostileFolder
  let server: Server
  let met = 0
  let session: Session
  let opened: Drawbridge
  beforeAll(async () => {
    server = createServer((socket) => {
      met += 1
      socket.destroy()
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    folder = createHostileFolder(typeof address === 'object' ? (address?.port ?? 0) : 0, programs)
    opened = await folder.open()
    session = opened.openSession()
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await opened[Symbol.asyncDispose]()
    server.close()
    folder[Symbol.dispose]()
  })

  /** Runs lines by one call, and returns what of their output tells of harm. */
  async function run(together: readonly string[]): Promise<string> {
    const command = together.map((line) => `( ${line} ) 2>&1 | grep -aE '${telling}'`).join('\n')
    await using drawbridge = await folder.open()
    const before = folder.snapshot()
    const outcome = await drawbridge.openSession().call({ name: 'runtime.exec', arguments: { command } })
    expect(outcome.result.meta.decision?.rule).toBe('default.contained')
    expect(outcome.result.data).toMatchObject({ ran_in: 'contained' })
    expect(folder.snapshot()).toBe(before)
    expect(met).toBe(0)
    for (const place of ['/tmp', '/var/tmp', '/dev/shm', '/etc', '/'])
      expect(readdirSync(place).filter((name) => name.startsWith(mark))).toEqual([])
    const text = textOf(outcome)
    expect(text).not.toContain(secret)
    expect(text).not.toMatch(/^(?:root|daemon):[^x:]*:\d+:/m)
    return text
  }

  test.each(lines)('runs contained, not directly: %s', async (command) => {
    const { decision } = await session.explain({ name: 'runtime.exec', arguments: { command } })
    expect(decision?.rule).toBe('default.contained')
  })

  test.each(batches)(
    'do no harm if their programs obey the hostile workspace: $first …',
    { timeout: 90_000 },
    async ({ together }) => {
      await run(together)
    },
  )

  test.each(batches)(
    'do no harm if their programs themselves are the attack: $first …',
    { timeout: 90_000 },
    async ({ together }) => {
      vi.stubEnv('PATH', `${folder.programs}:${process.env.PATH ?? ''}`)
      const text = await run(together)
      expect(text.match(/the payload ran/g)?.length).toBeGreaterThanOrEqual(together.length)
    },
  )

  test('would do harm if it were not contained', () => {
    const made = join(folder.root, 'user', mark)
    expect(existsSync(made)).toBe(false)
    const said = execFileSync('bwrap', [...isolation(folder.root), `${folder.programs}/awk`, '1'], { encoding: 'utf8' })
    expect(said).toContain(secret)
    expect(existsSync(made)).toBe(true)
  })
})

const isolation = (root: string): readonly string[] => [
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--tmpfs',
  '/tmp',
  '--bind',
  root,
  root,
  '--unshare-net',
  '--die-with-parent',
  '--chdir',
  join(root, 'workspace'),
  '--setenv',
  'HOME',
  join(root, 'user'),
]
