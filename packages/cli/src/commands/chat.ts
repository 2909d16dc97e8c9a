import type { ChatFlags } from '../chat/run-chat.ts'
import type { ConfigureCommand } from '../command-line/configure-command.ts'
import { examplesHelp } from '../command-line/examples-help.ts'
import { addCallerFlags, addDenyFlag, addSessionFlags } from '../session/session-flags.ts'

export const configureChat: ConfigureCommand = (command, { io, finish }) => {
  addCallerFlags(addDenyFlag(addSessionFlags(command)))
    .argument('[message]', 'the first message')
    .option('--model <id>', 'the model (default: that of the agent, else the default model)')
    .option('--resume [session]', 'go on with a recorded conversation: by id or its beginning (default: the last one)')
    .option('--fork <session>', 'begin a new conversation with that of a recorded one')
    .addHelpText(
      'after',
      examplesHelp(
        [
          ['Work on the current folder', 'drawbridge chat'],
          ['Only look, change nothing', 'drawbridge chat --mode plan'],
          ['Go on where you stopped', 'drawbridge chat --resume'],
        ],
        'Needs a terminal. /help in the chat lists its commands and keys.',
      ),
    )
    .action(async (message: string | undefined, flags: ChatFlags) => {
      const { runChat } = await import('../chat/run-chat.ts')
      finish(await runChat(message, flags, io))
    })
}
