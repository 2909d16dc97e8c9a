import type { House } from '@drawbridge/room'

/** The most artifacts that one text gives to another session. */
const mostShared = 20

/**
 * Lets a session read the artifacts that a text for it names, as far as the session that wrote the text can read them. Resolves to their
 * ids; nothing else of the other session is readable.
 */
export async function shareNamed(
  text: string,
  { from, to }: { readonly from: string; readonly to: string },
  { artifacts }: { readonly artifacts: Pick<House['artifacts'], 'share'> },
): Promise<readonly string[]> {
  const named = new Set(text.match(/\bartifact_[\w-]{1,90}/g) ?? [])
  const shared = [...named].slice(0, mostShared).map(async (id) => {
    // One that cannot be shared is missing, and the run goes on.
    const artifact = await artifacts.share(id, from, to).catch(() => undefined)
    return artifact === undefined ? [] : [id]
  })
  return (await Promise.all(shared)).flat()
}
