import { chmodSync } from 'node:fs'
import fc from 'fast-check'
import { canary, type Scene } from './scene.ts'

/** Puts into a scene's workspace every kind of trap that leads out of it. */
export function setTraps(scene: Scene): void {
  scene.file('workspace/src/a.txt', 'inside')
  scene.file('workspace/src/deep/b.txt', 'inside')
  scene.folder('workspace/empty')
  scene.symlink('workspace/inner', 'src')
  scene.symlink('workspace/out', '../outside')
  scene.symlink('workspace/out-absolute', scene.outside)
  scene.symlink('workspace/out-file', '../outside/secret.txt')
  scene.symlink('workspace/src/up', '..')
  scene.symlink('workspace/up-two', '../..')
  scene.symlink('workspace/root', '/')
  scene.symlink('workspace/dangling', '../outside/new.txt')
  scene.symlink('workspace/dangling-inside', 'src/new.txt')
  scene.symlink('workspace/loop', 'loop')
  scene.symlink('workspace/loop-a', 'loop-b')
  scene.symlink('workspace/loop-b', 'loop-a/x')
  scene.symlink('workspace/process', '/proc/self/root')
  scene.symlink('workspace/own', '../home')
  scene.hardlink('workspace/hard', 'outside/secret.txt')
  chmodSync(scene.file('user/.ssh/id_rsa', canary), 0o600)
  scene.hardlink('workspace/node_modules/hard-key', 'user/.ssh/id_rsa')
  scene.file('workspace/.env', canary)
  scene.file('workspace/.drawbridge/state', canary)
  scene.file('workspace/sub/.goclaw/state', canary)
  scene.pipe('workspace/pipe')
  for (const place of ['outside', 'home', 'user']) scene.file(`${place}/only-outside`, canary)
}

const parts = [
  ...['src', 'a.txt', 'deep', 'b.txt', 'empty', 'inner', 'out', 'out-absolute', 'out-file', 'up', 'up-two', 'root'],
  ...['dangling', 'dangling-inside', 'loop', 'loop-a', 'process', 'own', 'hard', 'node_modules', 'hard-key', '.env'],
  ...['.drawbridge', '.Drawbridge', '.drawbridge.', '.goclaw', 'state', 'sub', 'pipe', 'new.txt', 'secret.txt', 'key'],
  ...['..', '..', '..', '.', '', '...', '.. ', '..\\..', '%2e%2e', '\u2024\u2024', '\uff0e\uff0e', '..\u200b', 'A.TXT'],
  ...['outside', 'workspace', 'home', 'user', '.ssh', 'id_rsa', 'cafe\u0301', 'café', `long${'x'.repeat(300)}`],
]

/** Paths that lead somewhere, through traps or not. */
const leading = [
  ...['src/a.txt', 'src/deep/b.txt', 'inner/a.txt', 'inner/deep', 'src/up/src/a.txt', 'src/up/inner/up/src/deep/b.txt'],
  ...['out', 'out/secret.txt', 'out/only-outside', 'out-absolute/secret.txt', 'out-file', 'src/up/out-file'],
  ...['up-two', 'up-two/home/key', 'up-two/user/.ssh/id_rsa', 'src/up/up-two/outside/secret.txt', 'root/etc/hostname'],
  ...['dangling', 'dangling-inside', 'out/new/file.txt', 'loop', 'loop-a/x', 'process/etc/hostname', 'own', 'own/key'],
  ...['hard', 'node_modules/hard-key', '.env', '.drawbridge', '.drawbridge/state', 'sub/.goclaw/state', 'sub', 'pipe'],
  ...[
    '../outside/secret.txt',
    '../home/key',
    '../user/.ssh/id_rsa',
    'src/../../outside/secret.txt',
    'src',
    'empty',
    '.',
  ],
]

/** Steps that change nothing, if the one who follows them knows what links are. */
const detours = ['', '.', 'src/..', 'inner/../src/..', 'empty/../.']

/** Paths as a hostile model would write them in a scene with traps: relative, absolute, and by way of the process file system. */
export function attackPaths(scene: Scene): fc.Arbitrary<string> {
  const starts = ['', '', './', '/', '//', '~/', '~', `${scene.workspace}/`, `${scene.outside}/`, `${scene.home}/`]
  const processStarts = ['root', 'cwd', 'fd/0', 'task/self/cwd', 'exe'].map((name) => `/proc/self/${name}/`)
  const process = ['/proc/thread-self/root/', `/proc/${globalThis.process.pid}/root/`, '/dev/fd/', ...processStarts]
  const start = fc.constantFrom(...starts, ...process.flatMap((prefix) => [prefix, `${prefix}${scene.outside}/`]))
  const middle = fc.array(fc.constantFrom(...parts), { maxLength: 7 }).map((chosen) => chosen.join('/'))
  const end = fc.constantFrom('', '', '', '/', '/.', '\0', '\0.txt', '.', ' ', '//')
  const wild = fc.tuple(start, middle, end).map((pieces) => pieces.join(''))

  const detour = fc.array(fc.constantFrom(...detours), { maxLength: 3 })
  const aimed = fc
    .tuple(fc.constantFrom(`${scene.workspace}`, '.', '../workspace'), detour, fc.constantFrom(...leading))
    .map(([first, steps, last]) => [first, ...steps, last].join('/'))
  return fc.oneof(wild, aimed, aimed)
}
