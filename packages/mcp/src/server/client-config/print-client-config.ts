import { DrawbridgeError } from '@drawbridge/core'
import { didYouMean } from '@drawbridge/core/base'
import { clientFormats, type StartLine } from './client-formats.ts'

/** The entry that makes a client start the server, and where it belongs. */
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
 * The configuration entry for one client. Throws `invalid_option` for a client that is not known, for a command that the client
 * would have to look up, and for a start line that would fetch the npm package `drawbridge`, which belongs to somebody else.
 */
export function printClientConfig(client: string, { command, args }: StartLine, name = 'drawbridge'): ClientConfig {
  const format = clientFormats.get(client)
  if (format === undefined) {
    throw invalid(`There is no client "${client}".${didYouMean(client, clientNames)} Known: ${clientNames.join(', ')}.`)
  }
  const isRunner = packageRunner.test(command)
  if (isRunner && args.some((argument) => foreignPackage.test(argument))) {
    throw invalid(
      'The npm package "drawbridge" belongs to somebody else. Start @drawbridge/cli, or node with an absolute path.',
    )
  }
  if (!isRunner && !isAbsolute(command)) {
    throw invalid(`"${command}" is no absolute path. Clients start programs from folders and with a PATH of their own.`)
  }
  return { file: format.file, text: format.print(name, { command, args }) }
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path)
}

function invalid(message: string): DrawbridgeError {
  return new DrawbridgeError('invalid_option', message)
}
