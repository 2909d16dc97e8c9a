import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { execPath, kill } from 'node:process'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { isAlive } from '../../../../scripts/test-support/is-alive.ts'
import { createOrphanGuard, startPipedProgram } from './start-piped-program.ts'

async function start(line: string, environment: Readonly<Record<string, string>> = {}) {
  using guard = createOrphanGuard(process.env)
  const output: Uint8Array[] = []
  const errors: Uint8Array[] = []
  const program = await startPipedProgram(
    {
      argv: ['/bin/sh', '-c', line],
      cwd: '/',
      environment,
      onOutput: (chunk) => output.push(chunk),
      onErrors: (chunk) => errors.push(chunk),
    },
    { source: { PATH: process.env.PATH, SECRET_KEY: 'hidden' }, guard },
  )
  const text = (chunks: readonly Uint8Array[]) => Buffer.concat(chunks).toString()
  return { program, output: () => text(output), errors: () => text(errors) }
}

test('output and errors arrive apart and whole, and the environment is the minimal one with what was added', async () => {
  const { program, output, errors } = await start('read word; echo "$word $ADDED ${SECRET_KEY-none}"; echo bad >&2', {
    ADDED: 'more',
  })
  await program.write('hello\n')
  expect(await program.ended).toMatchObject({ exitCode: 0 })
  await vi.waitFor(() => expect([output(), errors()]).toEqual(['hello more none\n', 'bad\n']))
  await program.stop()
  await expect(program.write('more')).rejects.toThrow('no longer reads its input')
})

test('stopping a program ends what it started, even if that ignores signals', async () => {
  const { program, output } = await start('trap "" TERM INT; sleep 600 & echo $!; wait')
  await vi.waitFor(() => expect(output()).toMatch(/^\d+\n$/))
  await program.stop()
  expect([isAlive(program.pid), isAlive(Number(output()))]).toEqual([false, false])
})

test('a program that does not exist is named', async () => {
  using guard = createOrphanGuard(process.env)
  const request = { argv: ['no-such-program'], cwd: '/', onOutput: () => undefined, onErrors: () => undefined } as const
  await expect(startPipedProgram(request, { source: process.env, guard })).rejects.toThrow(
    '"no-such-program" was not found',
  )
})

test('no process survives SIGKILL of the process that started it, not even one that left its group', async () => {
  const file = fileURLToPath(new URL('./__fixtures__/speak-until-killed.ts', import.meta.url))
  const parent = spawn(execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(parent.stdout, 'data')) as [Buffer]
  const pids = line.toString().trim().split(' ').map(Number)
  expect(pids.map(isAlive)).toEqual([true, true])
  const gone = once(parent, 'exit')
  kill(parent.pid ?? Number.NaN, 'SIGKILL')
  await gone
  await vi.waitFor(() => expect(pids.map(isAlive)).toEqual([false, false]), { timeout: 20_000 })
}, 30_000)
