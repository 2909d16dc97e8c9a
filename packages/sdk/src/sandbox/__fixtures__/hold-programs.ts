import { argv, stdout } from 'node:process'
import { createDrawbridge } from '../../create-drawbridge.ts'

// Starts a program on the machine and one in a sandbox, each with a child outside its process group, and waits to be killed.
const [home = '', workspace = '', mark = ''] = argv.slice(2)
const drawbridge = await createDrawbridge({ home, workspace, useConfig: false, record: 'off' })
const start = async (name: string, more: object) => {
  const told = Promise.withResolvers<void>()
  const program = await drawbridge.house.startSpeaking({
    name,
    argv: ['sh', '-c', 'trap "" TERM INT HUP; setsid sleep 600 & echo; wait'],
    environment: { HELD_BY_TEST: mark },
    onOutput: () => told.resolve(),
    onErrors: () => undefined,
    ...more,
  })
  await told.promise
  return program
}
const programs = [await start('plain', {}), await start('boxed', { sandbox: {} })]
stdout.write('started\n')
await Promise.all(programs.map(({ ended }) => ended))
