import { joinWords } from '../../unwrap/join-words.ts'
import type { CallBuilder } from '../call-builder.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const plain = (options = ''): Profile => ({ options: `-t= ${options}`, operands: 'name*' })
const reads = (options = ''): Profile => plain(`-a -F= -f= ${options}`)
const starts: Profile = {
  options: '-[AbdDEfhIkPvXZC] -c=:directory -e=:gadget -F= -n= -s= -t= -x= -y= -l= -p=',
  operands: 'name*',
  style: 'posix',
  gadget: 'lets a command outlive this call',
  check: (call) => {
    const words = call.parsed.operands.map((operand) => operand.word)
    if (words.length > 0) call.run({ kind: 'script', text: joinWords(words), positional: [], denyOnly: true })
  },
}
const scripts: Profile = { ...starts, check: eachLine }
const kill = plain('-a -C')

/** Each operand may be a line of its own: `if-shell CONDITION COMMAND`, `send-keys LINE Enter`. */
function eachLine(call: CallBuilder): void {
  for (const { word } of call.parsed.operands) {
    if (/\s/.test(word.text)) call.run({ kind: 'script', text: word, positional: [], denyOnly: true })
  }
  const keys = call.parsed.operands
    .map(({ word }) => word)
    .filter(({ text }) => !/^(?:Enter|C-[a-z]|KPEnter)$/i.test(text))
  if (keys.length > 0) call.run({ kind: 'script', text: joinWords(keys), positional: [], denyOnly: true })
}

const named = (profile: Profile, names: string): Readonly<Record<string, Profile>> =>
  Object.fromEntries(names.split(' ').map((name) => [name, profile]))

/** Programs that keep terminals alive. */
export const multiplexers: ProfileTable = {
  tmux: {
    options: '-[2CDluvV] -L= -T= -S=:gadget -f=:run -c=:run',
    subcommands: {
      ...named(reads(), 'ls list-sessions lsw list-windows lsp list-panes has has-session list-clients lsc info'),
      ...named(kill, 'kill-session kill-window killw kill-pane killp kill-server'),
      ...named(
        plain('-n= -s= -d -h -v -p= -D -U -L -R -Z'),
        'rename rename-session rename-window renamew select-window selectw select-pane selectp detach detach-client resize-pane resizep',
      ),
      ...named(
        starts,
        'new new-session neww new-window splitw split-window respawnp respawn-pane respawnw respawn-window popup display-popup run run-shell pipep pipe-pane',
      ),
      ...named(scripts, 'if if-shell send send-keys'),
    },
    subcommandOptional: true,
    operands: 'gadget*',
    check: (call) => {
      if (call.argv.length === 1) call.gadget(-1, 'starts a shell')
    },
  },
}
