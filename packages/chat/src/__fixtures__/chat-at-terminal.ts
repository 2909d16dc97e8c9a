// Plays one scene in the terminal in which it is started: `node chat-at-terminal.ts SCENE`.
import { createChat } from '../create-chat.ts'
import { openChatTerminal } from '../terminal/open-chat-terminal.ts'
import { scenes } from './scenes.ts'

const scene = scenes[process.argv[2] ?? '']
using terminal = openChatTerminal({ colour: process.env.NO_COLOR === undefined, term: process.env.TERM })
if (scene === undefined || terminal === undefined) throw new Error('A scene and a terminal are needed.')

const chat = createChat({
  terminal,
  prepare: async (request) => ({
    request,
    layOut: (_columns, complete) => ({
      text: [`── Approval needed ──`, `Tool      ${request.tool}`, '  -return a - b', '  +return a + b', ''].join('\n'),
      shortened: !complete && process.argv[3] === 'long',
      offered: request.offers.map(({ answer }) => answer),
    }),
  }),
})
let abort = new AbortController()
let steering: string[] = []
await chat.run({
  standing: { model: 'scripted', mode: 'default', session: 'scene', tokens: 0 },
  entries: [],
  todos: [],
  history: ['an earlier message'],
  send: (text) => {
    abort = new AbortController()
    return scene(text ?? '', {
      chat,
      signal: abort.signal,
      takeSteering: () => {
        const taken = steering
        steering = []
        return taken
      },
    })
  },
  steer: async (text) => void steering.push(text),
  watch: () => ({ [Symbol.dispose]: () => undefined }),
  abort: () => abort.abort(),
  command: async (name, argument) => ({ text: `${name} ${argument}`, tone: 'plain' }),
  complete: async (word) => ['src/total.ts', 'src/totals.ts'].filter((path) => path.startsWith(word)),
  remember: () => undefined,
})
process.stdout.write('left\n')
