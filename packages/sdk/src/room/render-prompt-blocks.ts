import type { House, Room } from '@drawbridge/room'

/** A part of the system prompt, as a room wrote it for one caller. */
export interface RenderedPromptBlock {
  /** The name of the room. */
  readonly room: string
  /** Unique in its room. */
  readonly name: string
  readonly text: string
}

/** Asks the rooms for their parts of a caller's system prompt. A block without text is left out. */
export async function renderPromptBlocks(
  rooms: readonly Room[],
  house: House,
  { agent, user }: { readonly agent?: string | undefined; readonly user?: string | undefined },
): Promise<readonly RenderedPromptBlock[]> {
  const blocks = rooms.flatMap(({ name: room, promptBlocks = [] }) => promptBlocks.map((block) => ({ room, block })))
  const texts = await Promise.all(blocks.map(({ block }) => block.text(house, { agent, user })))
  return blocks.flatMap(({ room, block: { name } }, index) => {
    const { text } = house.scrubber.scrub(texts[index]?.trim() ?? '')
    return text === '' ? [] : [{ room, name, text }]
  })
}
