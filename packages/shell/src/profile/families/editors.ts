import type { CallBuilder } from '../call-builder.ts'
import type { Profile, ProfileTable } from '../profile.ts'

/** `+command` operands run at start; `+12` only moves the cursor. */
function plusCommands(call: CallBuilder): void {
  if (call.parsed.operands.length === 0 || call.context.stdin !== undefined)
    call.gadget(-1, 'takes commands from the terminal')
  for (const { word, index } of call.parsed.operands) {
    if (word.text.startsWith('+') && !/^\+\d*$/.test(word.text))
      call.gadget(index, `${word.text} runs a command at start`)
  }
}

const vi: Profile = {
  options: `
      -[RnbdOopyNv] -c=:run --cmd=:run -S=:run -s=?:run -u=:run -U=:run -i=:run -W=:output -w=:output -T= -p -r
      --clean --noplugin --not-a-term -L --startuptime=:output --servername=:gadget --remote:gadget --headless
      --listen=:gadget -l=:run -t=:gadget -q=:gadget -es:gadget -Es:gadget -e:gadget -E:gadget`,
  operands: 'write*',
  check: plusCommands,
}
const emacs: Profile = {
  options: `
      -nw --no-window-system -Q -q --quick --no-init-file -batch --batch --eval=:code -eval=:code -f=:run
      --funcall=:run -l=:run --load=:run --script=:run -e=:run --insert=:read --daemon:gadget`,
  operands: 'write*',
  check: plusCommands,
}

/** Editors and viewers. They can start a shell by hand; a rule lets them open files of the workspace. */
export const editors: ProfileTable = {
  vi,
  vim: vi,
  nvim: vi,
  view: vi,
  vimdiff: vi,
  rvim: vi,
  ex: vi,
  gvim: vi,
  emacs,
  emacsclient: { options: '-n -c -t -nw', operands: 'write*', check: plusCommands },
  nano: {
    options: '-[ABcDEFGHiIKlLmMNpPqRSTUvWxyz$] -s=:run --speller=:run -f=:run --rcfile=:run',
    operands: 'write*',
    check: plusCommands,
  },
  micro: { options: '-config-dir=:run', operands: 'write*', check: plusCommands },
  code: {
    options: `
        -w --wait -n --new-window -r --reuse-window -g --goto -d --diff --list-extensions -v --version
        --install-extension=:run --user-data-dir=:run --extensions-dir=:run`,
    operands: 'write*',
  },
  man: {
    options: `
        -[afkKwWd] -# -s|--sections= -S= -L= -m= -M=:run -P=:run --pager=:run -H=?:run --html=?:run -C=:run
        --config-file=:run -l:gadget --local-file:gadget -T=?:gadget --troff-device=?:gadget -t:gadget -X=?:gadget
        -p=:gadget --preprocessor=:gadget --where --path --apropos --whatis`,
    operands: 'name*',
    readonly: true,
    check: (call) =>
      !call.has('-k', '-f', '-w', '-W', '--apropos', '--whatis', '--where', '--path') &&
      call.change('shows a page in a pager'),
  },
  info: { options: '-a -n= --subnodes -f=:run -o=:output --init-file=:run --restore=:run', operands: 'name*' },
  apropos: { options: '-[aerw] -s=', operands: 'data*', readonly: true },
  whatis: { options: '-[rw] -s=', operands: 'data*', readonly: true },
  tldr: { options: '-p= -L=', operands: 'name*' },
}
