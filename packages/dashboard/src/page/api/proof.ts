/** Asks the person to prove again who they are. Resolves to false if they would rather not. */
export type AskForProof = () => Promise<boolean>

let asker: AskForProof | undefined
let asked: Promise<boolean> | undefined

/** Registers what asks the person: the frame, while it is shown. Returns what takes it away. */
export function provideProof(ask: AskForProof): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/** Asks the person once, however many requests need it at the same time. Resolves to false if nothing can ask. */
export async function requireProof(): Promise<boolean> {
  asked ??= asker?.().finally(() => {
    asked = undefined
  })
  return (await asked) ?? false
}
