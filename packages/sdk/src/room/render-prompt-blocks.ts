import type { House, PromptBlock, PromptCaller, RenderedPromptBlock, Room } from '@drawbridge/room'

interface BlockOfRoom {
  readonly room: string
  readonly block: PromptBlock
}

/** The blocks of rooms, whose list never changes: a request of a model asks for those of one place. */
const blocksOf = new WeakMap<readonly Room[], readonly BlockOfRoom[]>()

/** Asks the rooms for their parts of a caller's system prompt. A block without text is left out. */
export async function renderPromptBlocks(
  rooms: readonly Room[],
  house: House,
  caller: PromptCaller,
): Promise<readonly RenderedPromptBlock[]> {
  const all = blocksOf.get(rooms) ?? listBlocks(rooms)
  const blocks = all.filter(({ block: { place = 'system' } }) => caller.place === undefined || caller.place === place)
  const texts = await Promise.all(blocks.map(({ block }) => block.text(house, caller)))
  if (!texts.some(Boolean)) return []
  return blocks.flatMap(({ room, block: { name, place = 'system' } }, index) => {
    const { text } = house.scrubber.scrub(texts[index]?.trim() ?? '')
    return text === '' ? [] : [{ room, name, text, place }]
  })
}

function listBlocks(rooms: readonly Room[]): readonly BlockOfRoom[] {
  const blocks = rooms.flatMap(({ name: room, promptBlocks = [] }) => promptBlocks.map((block) => ({ room, block })))
  blocksOf.set(rooms, blocks)
  return blocks
}
