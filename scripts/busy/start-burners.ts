import { spawn } from 'node:child_process'

/** Lets its parent's death be told between two stretches of work. */
const program = `
  process.on('disconnect', () => process.exit())
  const burn = () => {
    for (const end = Date.now() + 50; Date.now() < end; );
    setImmediate(burn)
  }
  burn()`

/** Starts processes that do nothing but compute, until they are disposed of or this process has ended. */
export function startBurners(count: number): Disposable & { readonly pids: readonly number[] } {
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ['--eval', program], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] }),
  )
  return {
    pids: children.map(({ pid = -1 }) => pid),
    [Symbol.dispose]: () => {
      for (const child of children) child.kill('SIGKILL')
    },
  }
}
