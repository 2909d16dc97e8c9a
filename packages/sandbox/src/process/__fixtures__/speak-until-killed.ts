import { stdout } from 'node:process'
import { createOrphanGuard, startPipedProgram } from '../start-piped-program.ts'

// Starts a program that ignores signals and has a child outside its process group, prints their ids, and waits to be killed.
const guard = createOrphanGuard(process.env)
const program = await startPipedProgram(
  {
    argv: ['/bin/sh', '-c', 'trap "" TERM INT; setsid sleep 600 & echo $! $$; wait'],
    cwd: '/',
    onOutput: (chunk) => void stdout.write(chunk),
    onErrors: () => undefined,
  },
  { source: process.env, guard },
)
await program.ended
