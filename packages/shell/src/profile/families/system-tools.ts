import { unknownWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'
import { checkTable } from '../checks/check-input-commands.ts'
import { refuseOperands } from '../checks/refuse-operands.ts'
import type { Profile, ProfileTable } from '../profile.ts'

const widens = (why: string, more: Partial<Profile> = {}): Profile => ({
  gadget: why,
  operands: 'gadget*',
  effects: ['system'],
  ...more,
})
const reads = (options: string, operands = 'name*'): Profile => ({ options, operands, readonly: true })
const views = (options: string, operands = 'name*'): Profile => ({ options, operands, core: 'viewer' })
/** Clients of a socket: harmless words, and still not known to only read. */
const asks = (options: string, operands = 'name*'): Profile => ({ options, operands })
const harmlessVariables =
  /^(?:HOME|PWD|OLDPWD|USER|LOGNAME|PATH|SHELL|LANG|LC_\w+|TERM|TZ|CI|NODE_ENV|EDITOR|TMPDIR|HOSTNAME|GOPATH|GOROOT|JAVA_HOME|VIRTUAL_ENV|PYTHONPATH|COLUMNS|LINES)$/

function checkPrintenv(call: CallBuilder): void {
  const { operands } = call.parsed
  if (operands.length === 0) call.gadget(-1, 'prints the environment')
  for (const { word } of operands)
    if (!word.static || !harmlessVariables.test(word.text)) call.gadget(-1, `prints ${word.text}`)
}

const systemctlReads = `
    -a --all -l --full --no-pager -q --quiet -n= --lines= -o= --output= -t= --type= --state= --failed --no-legend
    --plain --user --system -p= --property= --value`
const systemctl: Profile = {
  options: `${systemctlReads} -H=:gadget --host=:gadget -M=:gadget --root=:gadget`,
  subcommandOptional: true,
  subcommands: Object.fromEntries([
    ...[
      'status',
      'show',
      'list-units',
      'list-unit-files',
      'list-timers',
      'list-sockets',
      'list-dependencies',
      'is-active',
      'is-enabled',
      'is-failed',
      'cat',
      'get-default',
      'is-system-running',
      'list-jobs',
      'help',
    ].map((name) => [name, asks(systemctlReads)]),
    ...[
      'start',
      'stop',
      'restart',
      'reload',
      'try-restart',
      'reload-or-restart',
      'reset-failed',
      'daemon-reload',
      'kill',
    ].map((name) => [
      name,
      {
        gadget: 'changes what runs',
        options: `${systemctlReads} --now -s= --no-block`,
        operands: 'name*',
        effects: ['system'],
      } satisfies Profile,
    ]),
    ...[
      'enable',
      'disable',
      'mask',
      'unmask',
      'edit',
      'set-environment',
      'link',
      'isolate',
      'set-default',
      'preset',
      'set-property',
      'import-environment',
    ].map((name) => [
      name,
      widens('changes what starts with the machine', { options: `${systemctlReads} --now:gadget` }),
    ]),
  ]),
}

/** Programs that look at or change the machine. */
export const systemTools: ProfileTable = {
  ps: {
    options: `
        -[AadefFjlLHMNTwxyZcVhmrSv] -# -o|--format=:text -O= -p|--pid= -q|--quick-pid= -C= -u|--user= -U|--User=
        -g|--group= -G|--Group= -s|--sid= -t|--tty= -k|--sort= --ppid= --cols= --columns= --width= --lines= --rows=
        --forest --headers --no-headers --no-heading --deselect --cumulative --context`,
    operands: 'data*',
    core: 'viewer',
    check: checkPs,
  },
  pgrep: views(
    '-[acfilnovwx] -u= -U= -P= -g= -s= -t= -d= --full --list-name --list-full --exact --newest --oldest --count',
    'data*',
  ),
  pidof: views('-[sx]'),
  pstree: views('-[aAcglnpsSuU] -H='),
  top: { options: '-b -n= -p= -u= -d= -o= -w= -l= -1 -H -i', operands: '', core: 'viewer' },
  free: views('-[bghklmtw] -s= -c= --human --si', ''),
  vmstat: views('-[adfmnstwD] -S='),
  iostat: views('-[cdhkmNtxyz] -p=?'),
  w: views('-[fhisu]'),
  who: views('-[abdHlmpqrstTuw]', 'read name'),
  users: views(''),
  last: views('-# -[aFiRwx] -n= -s= -t= -p=', 'name*'),
  lscpu: views('-[abcepxJs] -e=? -p=?', ''),
  lsblk: views('-[abdfiJlmnOpPrStTx] -o= -I= -e= --json --all --output=', 'list*'),
  lspci: views('-[bDkmnPqtvx] -s= -d= -vv -vvv -nn', ''),
  lsusb: views('-[tv] -s= -d=', ''),
  lsmod: views('', ''),
  blkid: { ...reads('-o= -s= -t= -L= -U= -p -i', 'list*'), readonly: false },
  getent: {
    ...reads('-i'),
    check: (call) => {
      const [database] = call.parsed.operands
      if (!/^(?:passwd|group|services|protocols|rpc|initgroups)$/.test(database?.word.text ?? ''))
        call.gadget(database?.index ?? -1, 'may ask the network, or show password hashes')
    },
  },
  sw_vers: reads('-productName -productVersion -buildVersion'),
  printenv: { options: '-0', operands: 'name*', core: 'reader', check: checkPrintenv },
  dmesg: {
    options: `
        -[HTkurtxLPS] -l= -f= --level= --human --ctime --color=? --since= -w -c:gadget -C:gadget -D:gadget -E:gadget
        -n=:gadget -F=:read`,
    operands: '',
  },
  journalctl: {
    options: `
        -[abefklmqrx] -u|--unit= --user-unit= -n|--lines=? -p|--priority= -S|--since= -U|--until= -g|--grep=
        -o|--output= -t= --no-pager --no-hostname --utc --disk-usage --list-boots --all --follow --reverse --dmesg
        --boot=? --catalog --user --system -D=:read --file=:read --vacuum-size=:gadget --vacuum-time=:gadget
        --rotate:gadget --flush:gadget --cursor-file=:output`,
    operands: 'name*',
  },
  systemctl,
  service: { operands: 'name name', options: '--status-all', check: checkService },
  loginctl: {
    options: '--no-pager',
    subcommands: {
      'list-sessions': asks(''),
      'list-users': asks(''),
      status: asks(''),
      'show-session': asks('-p='),
      'show-user': asks('-p='),
    },
  },
  timedatectl: {
    options: '--no-pager',
    subcommandOptional: true,
    readonly: false,
    subcommands: { status: asks(''), show: asks('-p='), 'list-timezones': { readonly: false } },
  },
  hostnamectl: { options: '', subcommandOptional: true, subcommands: { status: asks('') } },
  crontab: { options: '-l -u=:gadget -e:gadget -r:gadget -i:gadget', operands: 'gadget*', check: checkTable },
  at: widens('starts commands later', { options: '-[lmMvVbcq]=?:gadget -f=:run', check: neverCovered }),
  batch: widens('starts commands later', { check: neverCovered }),
  atq: asks(''),
  pkill: {
    touches: 'named',
    options: '-[acfilnovwxe] -u= -U= -P= -g= -t= -s= --signal= -# --full --exact',
    operands: 'name*',
    effects: ['process'],
    style: 'single',
    anyOption: true,
  },
  killall: { touches: 'named', options: '-[eIgiqrsuvw]', operands: 'name*', effects: ['process'], anyOption: true },
  mount: { options: '-l -t=', operands: 'gadget*' },
  umount: widens('changes the file systems'),
  sysctl: {
    options: '-[anNbeq] -w:gadget -p=?:gadget --system:gadget',
    operands: 'name*',
    readonly: true,
    check: refuseOperands(/=/, 'changes the kernel'),
  },
  useradd: widens('changes users'),
  usermod: widens('changes users'),
  userdel: widens('changes users'),
  adduser: widens('changes users'),
  groupadd: widens('changes users'),
  passwd: widens('changes users'),
  chpasswd: widens('changes users'),
  visudo: widens('changes privileges'),
  iptables: widens('changes the network'),
  nft: widens('changes the network'),
  ufw: widens('changes the network'),
  insmod: widens('loads code into the kernel'),
  modprobe: widens('loads code into the kernel'),
  rmmod: widens('changes the kernel'),
  kexec: widens('replaces the kernel'),
  setfacl: widens('changes rights'),
  chattr: widens('changes rights'),
  setcap: widens('changes privileges'),
  getcap: reads('-[rvn]', 'list*'),
  'xdg-open': widens('starts a program'),
  open: widens('starts a program'),
  pbcopy: {},
  pbpaste: widens('shows the clipboard'),
  xclip: widens('shows the clipboard'),
  security: widens('shows credentials'),
  'secret-tool': widens('shows credentials'),
  keyctl: widens('shows credentials'),
  launchctl: widens('changes what starts with the machine'),
  defaults: widens('changes settings'),
  gpg: {
    options: `
        --verify --list-keys -k --list-packets --fingerprint --with-colons --keyid-format= -v --batch
        --import:gadget --export:gadget --export-secret-keys:gadget -d:gadget --decrypt:gadget -e:gadget
        --encrypt:gadget -s:gadget --sign:gadget -b:gadget -a -o=:output --output=:output -r= --recipient=
        --recv-keys:gadget --keyserver=:gadget --homedir=:gadget --photo-viewer=:run --list-secret-keys:gadget
        -K:gadget --gen-key:gadget --delete-keys:gadget`,
    operands: 'read*',
  },
  gdb: {
    options: `
        -batch --batch -nx -n -q -quiet -silent --args:gadget -p=:gadget --pid=:gadget -ex=:run -eval-command=:run
        -x=:run --command=:run -iex=:run -ix=:run -cd=:directory -d=:read -c=:read --core=:read`,
    style: 'single',
    operands: 'gadget*',
    check: (call) => {
      if (!call.has('-batch', '--batch')) call.gadget(-1, 'takes commands from the terminal')
      const [first] = call.parsed.operands
      if (call.has('--args') && first !== undefined)
        call.run({ kind: 'argv', argv: call.argv.slice(first.index), denyOnly: true })
    },
  },
  lldb: { options: '-b --batch -o=:run -s=:run -O=:run -S=:run -p=:gadget --', operands: 'gadget*' },
  ffmpeg: {
    options: `
        -i=:read -y -n -hide_banner -loglevel= -v= -c= -c:v -c:a -b:v -b:a -vf= -af= -r= -s= -t= -ss= -to= -f= -an
        -vn -map= -preset= -crf=`,
    style: 'single',
    operands: 'write*',
    check: checkFfmpeg,
  },
  convert: { operands: 'gadget*' },
  magick: { operands: 'gadget*' },
  pandoc: {
    options: `
        -f= -t= -s --from= --to= --standalone --toc --wrap= --metadata= -M= -V= -N --number-sections --columns=
        -o=:write --output=:write --template=:read --css=:read --reference-doc=:read --bibliography=:read -F=:run
        --filter=:run -L=:run --lua-filter=:run --pdf-engine=:run --data-dir=:run --defaults=:run -d=:run
        --extract-media=:write --citeproc --syntax-definition=:read`,
    operands: 'read*',
  },
}

/**
 * `ps e` shows the environments of processes, as does any cluster that `ps` reads as options of BSD: what is not one of
 * its plain words asks.
 */
function checkPs(call: CallBuilder): void {
  call.argv.slice(1).forEach((word, at) => {
    const { text } = word
    const isCluster = /^-[a-zA-Z]/.test(text) && !/^-[AadefFjlLHMNTwyZ]*[oOpCtgGsqk]?$|^-[aAdfFjlLHwxuU]+$/.test(text)
    if (!word.static || isCluster || /env/i.test(text)) call.gadget(at + 1, `${text} may show environments`)
  })
  for (const [at, { word, index }] of call.parsed.operands.entries()) {
    const isFormat = at > 0 && /^[axujlTrwfhH]*o$/.test(call.parsed.operands[at - 1]?.word.text ?? '')
    const plain = isFormat ? /^[a-z%_,=:]+$/ : /^[axujlvTrwfhH]{1,8}$|^[axujlTrwfhH]{0,6}o$|^\d[\d,]*$/
    if (!plain.test(word.text)) call.gadget(index, `${word.text} may show environments`)
  }
}

/** `at now` reads a script from standard input; no rule covers that. */
function neverCovered(call: CallBuilder): void {
  call.gadget(-1, 'starts commands later')
  const { stdin } = call.context
  if (stdin !== undefined) call.run({ kind: 'script', text: unknownWord(stdin), positional: [], denyOnly: true })
}

function checkService(call: CallBuilder): void {
  const [name, action] = call.parsed.operands
  if (name !== undefined && !/^[\w@.-]+$/.test(name.word.text))
    call.gadget(-1, `${name.word.text} is not the name of a service`)
  if (action !== undefined && action.word.text !== 'status') call.gadget(action.index, 'changes a service')
}

/** Formats, protocols and filters of ffmpeg that read or write files which no word names as one. */
function checkFfmpeg(call: CallBuilder): void {
  for (const { option, value, index } of call.parsed.options) {
    const text = value?.text ?? ''
    const isOpen =
      (option.name === '-f' && /^(?:tee|concat|lavfi|hls|dash|\w*segment)$/.test(text)) ||
      (option.name === '-i' && /^[a-z][a-z0-9+]*:/i.test(text)) ||
      (/^-[va]f$/.test(option.name) && /movie|subtitles|\bass\b|cmd|zmq|file|lut3d|frei0r|ladspa|lv2/.test(text))
    if (isOpen) call.gadget(index, `${text} may read or write other files`)
  }
  for (const { word, index } of call.parsed.operands)
    if (/^[a-z][a-z0-9+]*:/i.test(word.text)) call.gadget(index, `${word.text} may be somewhere else`)
}
