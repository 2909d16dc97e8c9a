import { restoreHome } from '@drawbridge/sdk/backup'
import { homePath } from '@drawbridge/sdk/folders'
import type { ExitCode } from '../command-line/exit-code.ts'
import type { Io } from '../io/io.ts'
import type { BackupFlags } from './backup-flags.ts'
import { countsOf, summaryOf } from './backup-summary.ts'
import { withInterrupts } from './with-interrupts.ts'

/** Makes the home of the flags of a backup. */
export function runRestore(
  folder: string,
  flags: BackupFlags & { readonly force?: boolean },
  io: Io,
): Promise<ExitCode> {
  const { output, diagnostics, environment } = io
  return withInterrupts(io, async (signal) => {
    const home = homePath({ flag: flags.home, env: environment })
    const force = flags.force === true
    const done = await restoreHome({ home, environment, config: flags.config, folder, force, signal })
    const { manifest, keptHome, leftOut } = done
    if (flags.json === true) {
      const result = { home, ...summaryOf(manifest), keptHome: keptHome ?? null, leftOut }
      return output.write(`${JSON.stringify(result)}\n`)
    }
    await output.write(`Restored to ${home}, as it was on ${manifest.createdAt}: ${countsOf(manifest)}.\n`)
    if (keptHome !== undefined) await diagnostics.write(`The old home is kept in ${keptHome}.\n`)
    if (leftOut.length > 0) {
      await diagnostics.write(`Tables that do not exist in this database: ${leftOut.join(', ')}\n`)
    }
    if (!manifest.includesKey)
      await diagnostics.write('The key is not in the backup. `drawbridge doctor` shows what needs it.\n')
  })
}
