import { DrawbridgeError } from '@drawbridge/core'
import type { RoomCommand, Terminal } from '@drawbridge/room'
import { operatorOf, requirePerson } from '@drawbridge/sandbox/operator'
import { fingerprintOf } from '../listing/foreign-tool.ts'
import type { McpSection } from '../section/mcp-section.ts'
import type { Inventory } from '../server/inventory.ts'
import { isUnpinned } from '../server/launch-identity.ts'
import { describeChanges } from './describe-changes.ts'

/** Shows how the offer of a server differs from the one that was agreed to, and asks for a person's agreement. */
export const consentCommand: RoomCommand<McpSection> = {
  arguments: [{ name: 'server', summary: 'the id of the server' }],
  options: [
    {
      flags: '--accept <version>',
      summary: 'agree without a question, if the server is still the version that was shown',
    },
  ],
  examples: [
    ['Look at the tools of a server, and agree to them', 'drawbridge mcp consent github'],
    ['Agree in a script to the version that was shown before', 'drawbridge mcp consent github --accept 1f0c9a7be2d4'],
  ],
  run: async ({ arguments: [id = ''], options, io, openHouse }) => {
    requirePerson(io.environment, 'agree to the tools of a server')
    const house = await openHouse()
    const mcp = await house.service('mcpServers')
    if (mcp === undefined) throw new DrawbridgeError('invalid_option', 'No MCP server is configured.')
    const server = mcp.get(id)
    const operator = operatorOf(io.environment)
    using interruption = io.catchInterrupts()
    const inventory = await server.inspect(interruption.signal)
    const others = mcp.servers.map((one) => one.id)
    const view = describeChanges(inventory, await server.consents(), {
      server: id,
      isUnpinned: isUnpinned(server.definition),
      others,
    })
    await io.output.write(view.text)
    if (view.isAgreed) return 0
    const version = versionOf(inventory)
    if (options.accept !== undefined) {
      if (options.accept !== version) {
        throw new DrawbridgeError(
          'invalid_option',
          `The server is the version ${version} now, not "${String(options.accept)}". Look at it again.`,
        )
      }
    } else {
      using terminal = io.openTerminal({ inputIsData: false })
      if (terminal === undefined) {
        await io.diagnostics.write(
          `Nothing was agreed to. Agree to this version with: drawbridge mcp consent ${id} --accept ${version}\n`,
        )
        return 1
      }
      if (!(await isAgreed(terminal, interruption.signal))) return 1
    }
    await server.agree(inventory, operator.client)
    await io.output.write(`Agreed to ${inventory.tools.length} tools of "${id}".\n`)
    return 0
  },
}

/** There is no default: a key typed ahead agrees to nothing. */
async function isAgreed(terminal: Terminal, signal: AbortSignal): Promise<boolean> {
  terminal.write('May agents use these tools, as they are described here? [y/n] ')
  for (;;) {
    const key = await terminal.readKey(signal)
    if (key === 'y' || key === 'Y') break
    if (key === undefined || key === 'n' || key === 'N' || key === '\u0003') {
      terminal.write('n\nNothing was agreed to.\n')
      return false
    }
  }
  terminal.write('y\n')
  return true
}

/** Returns a short text that stands for everything that a server offers at one moment. */
export function versionOf({ identityFingerprint, fingerprints }: Inventory): string {
  return fingerprintOf([identityFingerprint, [...fingerprints].sort()]).slice(0, 12)
}
