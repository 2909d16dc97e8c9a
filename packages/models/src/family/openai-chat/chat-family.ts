import type { WireFamily } from '../../wire/wire-family.ts'
import { lowerChat } from './lower-chat.ts'
import { readChat } from './read-chat.ts'

/** Chat Completions of OpenAI and of the many servers that copy it. */
export const chatFamily: WireFamily = {
  lower: lowerChat,
  open: readChat,
  authorize: (key) => ({ authorization: `Bearer ${key}` }),
}
