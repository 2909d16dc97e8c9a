import { renderTable } from './table.ts'

/** Renders every command with what it is for. */
export async function commandTableBlock(): Promise<string> {
  const { capabilitiesWith } = await import('../../packages/cli/src/room/capabilities-with.ts')
  const { builtInRooms } = await import('../../packages/sdk/src/rooms.ts')
  const rows = capabilitiesWith(builtInRooms).flatMap(({ commands = [] }) => commands)
  return renderTable(
    ['command', 'use it to'],
    rows.map(({ path, summary }) => [`[\`${path.join(' ')}\`](#${path.join('-')})`, summary]),
  )
}
