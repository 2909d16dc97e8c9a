import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { cwd } from 'node:process'
import type { Writable } from 'node:stream'
import { searchPathOutside } from './search-path-outside.ts'

/**
 * Kills programs that outlive this process, however it ends: also by SIGKILL, after which no code of ours runs. A small shell outside
 * our process group holds the reading end of a pipe; when the pipe breaks, it kills the programs that it watches.
 */
export interface OrphanGuard extends Disposable {
  /** Watches processes with this entry, `NAME=value`, in their environment, until the returned handle is disposed. */
  watch(entry: string): Disposable
}

const script = `
marks=
while read -r verb mark; do
  case $verb in
    add) marks="$marks $mark" ;;
    drop) left=; for one in $marks; do [ "$one" = "$mark" ] || left="$left $one"; done; marks=$left ;;
  esac
done
[ -n "$marks" ] || exit 0
for round in 1 2 3; do
  for file in /proc/[0-9]*/environ; do
    for mark in $marks; do
      if tr '\\000' '\\n' <"$file" 2>/dev/null | grep -qxF "$mark"; then
        folder=\${file%/environ}
        kill -KILL "\${folder#/proc/}" 2>/dev/null
      fi
    done
  done
done
`

/**
 * Creates a guard whose shell starts with the first program that is watched. On systems without `/proc` it does nothing.
 * @param options.stays True if the shell stays while nothing is watched: for one program after the other.
 */
export function createOrphanGuard(
  environment: Readonly<Record<string, string | undefined>>,
  { stays = false }: { readonly stays?: boolean } = {},
): OrphanGuard {
  const watched = new Set<string>()
  let shell: ChildProcessByStdio<Writable, null, null> | undefined
  const tell = (line: string) => {
    shell ??= startShell(environment)
    shell?.stdin.write(`${line}\n`)
  }
  const end = () => {
    shell?.stdin.end()
    shell = undefined
  }
  return {
    watch: (entry) => {
      watched.add(entry)
      tell(`add ${entry}`)
      return {
        [Symbol.dispose]: () => {
          if (!watched.delete(entry)) return
          tell(`drop ${entry}`)
          if (watched.size === 0 && !stays) end()
        },
      }
    },
    [Symbol.dispose]: end,
  }
}

function startShell(
  environment: Readonly<Record<string, string | undefined>>,
): ChildProcessByStdio<Writable, null, null> | undefined {
  if (process.platform === 'win32') return undefined
  const child = spawn('/bin/sh', ['-c', script], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: { PATH: searchPathOutside(environment.PATH ?? '/usr/bin:/bin', [cwd()]) },
  })
  // Without a shell there is nothing to guard with: the programs still end with this process in every other way.
  child.on('error', () => undefined)
  child.stdin.on('error', () => undefined)
  child.unref()
  // The pipe must not keep this process alive either.
  if ('unref' in child.stdin && typeof child.stdin.unref === 'function') child.stdin.unref()
  return child
}
