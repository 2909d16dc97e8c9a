import type { House, PromptCaller, RenderedPromptBlock, Room } from '@drawbridge/room'

/** Asks the rooms for their parts of a caller's system prompt. A block without text is left out. */
export async function renderPromptBlocks(
  rooms: readonly Room[],
  house: House,
  caller: PromptCaller,
): Promise<readonly RenderedPromptBlock[]> {
  const blocks = rooms
    .flatMap(({ name: room, promptBlocks = [] }) => promptBlocks.map((block) => ({ room, block })))
    .filter(({ block: { place = 'system' } }) => caller.place === undefined || caller.place === place)
  const texts = await Promise.all(blocks.map(({ block }) => block.text(house, caller)))
  return blocks.flatMap(({ room, block: { name, place = 'system' } }, index) => {
    const { text } = house.scrubber.scrub(texts[index]?.trim() ?? '')
    return text === '' ? [] : [{ room, name, text, place }]
  })
}
