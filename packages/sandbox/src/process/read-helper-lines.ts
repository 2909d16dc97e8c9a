import { fail } from '@drawbridge/core'
import type { HelperRequest, LineReader } from '@drawbridge/core/machine'
import { openFolder } from '../files/anchored-folder.ts'
import { explainingErrors } from '../files/fault-from-errno.ts'
import { atOnce } from '../launch/manner.ts'
import type { ProgramExit } from '../launch/program.ts'
import { createBoundedCollector } from '../output/bounded-collector.ts'
import { createLineSplitter } from '../output/line-splitter.ts'
import type { ProgramContext } from './program-context.ts'
import { watchForStop } from './watch-for-stop.ts'

const maxErrorBytes = 64 * 1024

/**
 * Runs a helper program while its lines are read, no faster than they are. It starts with the loop over the lines and has
 * ended when the loop has, however it was left; `exit` settles then.
 */
export function readHelperLines(request: HelperRequest, context: ProgramContext): LineReader {
  const exit = Promise.withResolvers<Awaited<LineReader['exit']>>()
  // The reader of the lines gets the same error.
  exit.promise.catch(() => undefined)
  return { exit: exit.promise, [Symbol.asyncIterator]: () => readLines(request, context, exit) }
}

async function* readLines(
  request: HelperRequest,
  { clock, launcher, signal, ...what }: ProgramContext,
  exit: PromiseWithResolvers<Awaited<LineReader['exit']>>,
): AsyncGenerator<string, void> {
  try {
    await using folder = await explainingErrors(request.cwd, () => openFolder(request.cwd))
    using stop = watchForStop({ timeoutMs: request.timeoutMs, signals: [request.signal, signal], clock })
    const program = await launcher.launch({ ...what, request, folder, signal: stop.signal })
    const errors = createBoundedCollector(maxErrorBytes)
    program.stderr.on('data', errors.push)
    // Ending the program ends its output, and with it the loop below.
    void stop.reason.then(() => program.tree.end(atOnce))
    const splitter = createLineSplitter(request.maxLineBytes, request.lineEnd)
    try {
      for await (const chunk of program.stdout) yield* splitter.push(chunk)
      yield* splitter.end()
      const ended = await program.exit
      const reason = stop.current()
      if (reason !== undefined) fail(reason === 'aborted' ? 'aborted' : 'timeout', stopMessage(request))
      exit.resolve(describeExit(ended, errors.output().head))
    } finally {
      await program.tree.end(atOnce)
      exit.resolve(describeExit(await program.exit, errors.output().head))
      await program.release()
    }
  } catch (error) {
    exit.reject(error)
    throw error
  }
}

function describeExit({ exitCode }: ProgramExit, errors: Uint8Array): Awaited<LineReader['exit']> {
  return { exitCode, stderr: Buffer.from(errors).toString('utf8') }
}

function stopMessage({ argv, timeoutMs }: HelperRequest): string {
  return `"${argv[0]}" was ended before it finished: by an abort, or after ${timeoutMs} ms. Narrow down its task.`
}
