import { DrawbridgeError } from '@drawbridge/core'
import { didYouMean } from '@drawbridge/core/base'
import { clientFormats, type StartLine } from './client-formats.ts'

/** The entry that makes a client start the server, and the file that it belongs in. */
export interface ClientConfig {
  readonly file: string
  /** Ready to be pasted; ends with a line feed. */
  readonly text: string
}

/** The clients that `printClientConfig` knows. */
export const clientNames: readonly string[] = [...clientFormats.keys()]

const packageRunner = /(^|[\\/])(npx|npm|pnpm|pnpx|yarn|bunx|bun)(\.cmd|\.exe)?$/
const foreignPackage = /^drawbridge(@.*)?$/

/**
 * Returns the configuration entry for one client. Throws `invalid_option` for an unknown client, for a command that the
 * client would have to look up, and for a command line that would fetch the npm package `drawbridge`, which is not
 * ours.
 */
export function printClientConfig(client: string, { command, args }: StartLine, name = 'drawbridge'): ClientConfig {
  const format = clientFormats.get(client)
  if (format === undefined) {
    throw invalid(`Unknown client "${client}".${didYouMean(client, clientNames)} Known: ${clientNames.join(', ')}.`)
  }
  const isRunner = packageRunner.test(command)
  if (isRunner && args.some((argument) => foreignPackage.test(argument))) {
    throw invalid('The npm package "drawbridge" is not ours. Start @drawbridge/cli, or node with an absolute path.')
  }
  if (!isRunner && !isAbsolute(command)) {
    throw invalid(
      `"${command}" is not an absolute path. Clients start programs from their own folders and with their own PATH.`,
    )
  }
  return { file: format.file, text: format.print(name, { command, args }) }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
