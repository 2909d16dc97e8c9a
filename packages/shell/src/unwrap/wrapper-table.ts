/** A program whose operands are another command. */
export interface Wrapper {
  /** In the notation of profiles; parsing stops at the first operand. */
  readonly options?: string
  /** The number of operands before the inner command, such as the duration of `timeout`; `unknown` if the program decides what it starts. */
  readonly skip?: number | 'unknown'
  /** True if `NAME=value` words may precede the inner command. */
  readonly assignments?: boolean
  /** The operands are joined and given to a shell. */
  readonly joined?: boolean
  /** Each operand is a command line of its own. */
  readonly lines?: boolean
  /** Options whose value is a command line. */
  readonly lineOptions?: readonly string[]
  /** The reason that starting a command this way needs permission. If absent, only the inner command is judged. */
  readonly why?: string
  readonly privilege?: boolean
  /** Without a command it starts a shell or shows something that needs permission. */
  readonly bare?: string
}

const privileged = { privilege: true, why: 'changes the user or the privileges', bare: 'starts a shell' } as const
const namespace = { privilege: true, why: 'changes what the command can see', bare: 'starts a shell' } as const
const traced = { why: 'watches or changes the command from outside' } as const
const detached = { why: 'lets the command outlive this call' } as const

export const wrappers: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>(
  Object.entries({
    nice: { options: '-n|--adjustment= -#' },
    ionice: { options: '-c|--class= -n|--classdata= -t|--ignore -p|--pid=:gadget' },
    chrt: {
      options: '-[abfiormRv] -p|--pid:gadget -T= -P= -D= --batch --fifo --idle --other --rr --deadline',
      skip: 1,
    },
    taskset: { options: '-a|--all-tasks -c|--cpu-list -p|--pid:gadget', skip: 1 },
    numactl: {
      options:
        '-a|--all -N|--cpunodebind= -C|--physcpubind= -m|--membind= -i|--interleave= -l|--localalloc -p= --preferred=',
    },
    nohup: {},
    setsid: { options: '-c|--ctty -f|--fork -w|--wait' },
    stdbuf: { options: '-i|--input= -o|--output= -e|--error=' },
    unbuffer: { options: '-p' },
    timeout: { options: '-k|--kill-after= -s|--signal= -f|--foreground -p|--preserve-status -v|--verbose', skip: 1 },
    gtimeout: { options: '-k|--kill-after= -s|--signal= --foreground --preserve-status -v|--verbose', skip: 1 },
    time: { options: '-p|--portability -v|--verbose -a|--append -f|--format= -q|--quiet -l -o|--output=:output' },
    gtime: { options: '-p|--portability -v|--verbose -a|--append -f|--format= -q|--quiet -o|--output=:output' },
    multitime: { options: '-f= -n= -s= -q -v -i=:run -r=:run -b=:run -o=:output -I=' },
    setarch: {
      options: '-[BFILRSTXZv3] --addr-no-randomize --32bit --uname-2.6 --3gb --4gb',
      skip: 1,
      bare: 'starts a shell',
    },
    linux32: { options: '-[BFILRSTXZv3]', bare: 'starts a shell' },
    linux64: { options: '-[BFILRSTXZv3]', bare: 'starts a shell' },
    i386: { options: '-[BFILRSTXZv3]', bare: 'starts a shell' },
    arch: { options: '-x86_64 -arm64 -arm64e -i386 -h -e= -d=' },
    caffeinate: { options: '-[dimsu] -t= -w=' },
    choom: { options: '-n|--adjust= -p|--pid=:gadget' },
    cpulimit: { options: '-l|--limit= -z|--lazy -i|--include-children -m -q -v -f -b' },
    prlimit: { options: '--nofile= --nproc= --as= --cpu= --core= --fsize= -n= -u= -v= -t= -c= -f= -p|--pid=:gadget' },
    softlimit: { options: '-a= -c= -d= -f= -l= -m= -n= -o= -p= -r= -s= -t= -u=' },
    eatmydata: {},
    fakeroot: { options: '-u --unknown-is-real -h -v -l|--lib=:run --faked=:run -s=:write -i=:read -b=', ...traced },
    faketime: { options: '-m -p= -f --exclude-monotonic', skip: 1 },
    catchsegv: {},
    rlwrap: {
      options: '-[acCeEhIknrRvwW] -A=? -b= -D= -f=:read -H=:write -l=:write -p=? -P= -q= -s= -S= -z=:run',
      ...traced,
    },
    grc: { options: '-e -s -v --colour= -c|--config=:read', ...traced },
    tsocks: { ...traced },
    torify: { ...traced },
    torsocks: { options: '-u= -p= -a= -P= -i -d -q', ...traced },
    proxychains: { options: '-q -f=:read', ...traced },
    proxychains4: { options: '-q -f=:read', ...traced },
    exec: { options: '-c -l -a=:gadget' },
    builtin: {},
    env: {
      options: `
          -i|--ignore-environment -0|--null -v|--debug -u|--unset= -C|--chdir=:place -a|--argv0=:gadget
          --block-signal=? --default-signal=? --ignore-signal=? -P=:gadget -S|--split-string=`,
      assignments: true,
      lineOptions: ['-S', '--split-string'],
      bare: 'prints the environment',
    },
    'cross-env': { assignments: true },
    'cross-env-shell': { assignments: true, joined: true },
    dotenv: { options: '-e= -c=? -o --override -v= -p= -q', why: 'loads variables from a file' },
    'env-cmd': { options: '-f=:read -e= --no-override --silent', why: 'loads variables from a file' },
    dotenvx: { skip: 1, why: 'loads variables from a file' },
    direnv: { skip: 2, why: 'loads variables from a file' },
    envdir: { skip: 1, why: 'loads variables from files' },
    xargs: {
      options: `
          -0|--null -r|--no-run-if-empty -t|--verbose -p|--interactive -x|--exit -o|--open-tty -n|--max-args= -L=
          -l=? --max-lines=? -P|--max-procs= -s|--max-chars= -I= -i=? --replace=? -d|--delimiter= -E= -e=? --eof=?
          --process-slot-var= --show-limits -a|--arg-file=:read -J= -R= -S=`,
    },
    watch: {
      options: `
          -n|--interval= -d|--differences=? -t|--no-title -b|--beep -e|--errexit -g|--chgexit -c|--color
          -C|--no-color -x|--exec -p|--precise -w|--no-wrap -r|--no-rerun -q|--equexit= -s= --shotsdir=`,
      joined: true,
    },
    hyperfine: {
      options: `
          -w|--warmup= -m|--min-runs= -M|--max-runs= -r|--runs= -N -S|--shell=:run -i|--ignore-failure -u|--time-unit=
          --style= -p|--prepare= -c|--cleanup= -s|--setup= -n|--command-name= --export-json=:output
          --export-markdown=:output --export-csv=:output -L|--parameter-list=:gadget -P|--parameter-scan=:gadget
          --show-output --output=:output`,
      lines: true,
      lineOptions: ['-p', '--prepare', '-c', '--cleanup', '-s', '--setup'],
    },
    concurrently: {
      options: `
          -n|--names= -c|--prefix-colors= -k|--kill-others --kill-others-on-fail -s|--success= -r|--raw -g|--group
          -p|--prefix=`,
      lines: true,
    },
    entr: { options: '-[acdnprsxz]', why: 'starts its command again and again' },
    watchexec: {
      options: '-e|--exts= -w|--watch= -c|--clear -r|--restart -i|--ignore= -n -q --',
      why: 'starts its command again and again',
    },
    nodemon: {
      options: '-w|--watch= -e|--ext= -x|--exec= -q -V --delay= --ignore=',
      lineOptions: ['-x', '--exec'],
      why: 'starts its command again and again',
    },
    flock: {
      options: `
          -[sxunoFv] --shared --exclusive --nonblock --nb -w|--wait|--timeout= -E|--conflict-exit-code= --close
          --no-fork --verbose -c|--command=`,
      skip: 1,
      lineOptions: ['-c', '--command'],
      why: 'writes a lock file',
    },
    logsave: { options: '-[asv]', skip: 1, why: 'writes a log file' },
    script: {
      options: `
          -[aefqt] -c|--command= -E|--echo= -O|--log-out=:output -B|--log-io=:output -I|--log-in=:output
          -T|--log-timing=:output --append --flush --quiet --return --force -m= -o=`,
      skip: 'unknown',
      lineOptions: ['-c', '--command'],
      why: 'writes a record of the session',
      bare: 'starts a shell',
    },
    setlock: { options: '-[nNxX]', skip: 1, why: 'writes a lock file' },
    strace: {
      options: `
          -[cCdDfFhiknqrtTvVwxyYzZ] -a= -b= -e= -E=:gadget -I= -o=:output -O= -p=:gadget -P= -s= -S= -u=:gadget -U=
          -X= --trace= --status= --follow-forks`,
      ...traced,
    },
    ltrace: {
      options: '-[bcCfhiLrStTVw] -a= -A= -D= -e= -F=:run -l= -n= -o=:output -p=:gadget -s= -u=:gadget -x=',
      ...traced,
    },
    valgrind: {
      options: `
          -v -q --leak-check= --tool= --track-origins= --error-exitcode= --suppressions=:read --log-file=:output
          --show-leak-kinds= --trace-children= --num-callers= -s`,
      ...traced,
    },
    perf: { skip: 'unknown', ...traced },
    uftrace: { ...traced },
    gdbserver: { skip: 1, ...traced },
    sudo: {
      options: `
          -[ABbEHnPSkKlvVis] --preserve-env=? --login --shell --non-interactive --stdin --background --list
          --validate --reset-timestamp --remove-timestamp -u|--user= -g|--group= -h|--host= -p|--prompt=
          -C|--close-from= -D|--chdir=:place -R|--chroot=:place -r|--role= -t|--type= -T|--command-timeout= -U|--other-user=
          --set-home --edit -e`,
      assignments: true,
      ...privileged,
    },
    doas: { options: '-[nsL] -u= -C= -a=', ...privileged },
    pkexec: { options: '--user= --disable-internal-agent --keep-cwd', ...privileged },
    gosu: { skip: 1, ...privileged },
    'su-exec': { skip: 1, ...privileged },
    setpriv: {
      options: `
          --reuid= --regid= --clear-groups --keep-groups --init-groups --groups= --no-new-privs --nnp --inh-caps=
          --ambient-caps= --bounding-set= --reset-env --pdeathsig= --securebits= -d|--dump`,
      ...privileged,
    },
    capsh: {
      options: '--print --drop= --caps= --user= --uid= --gid= --keep= --noprofile --shell=:run --chroot=',
      skip: 'unknown',
      ...privileged,
    },
    chpst: { options: '-u= -U= -b= -e=:read -/= -n= -l= -L= -m= -d= -o= -p= -f= -c= -t= -[vP012]', ...privileged },
    chroot: { options: '--userspec= --groups= --skip-chdir', skip: 1, ...namespace },
    unshare: {
      options: `
          -[mUuinpCTrfcR] --mount=? --uts=? --ipc=? --net=? --pid=? --user=? --cgroup=? --time=? --fork
          --map-root-user --map-current-user --mount-proc=? -S= -G= -w=:place --root=:place --wd=:place -R=:place --kill-child=? --propagation=
          --keep-caps`,
      ...namespace,
    },
    nsenter: {
      options: `
          -t|--target= -m|--mount=? -u|--uts=? -i|--ipc=? -n|--net=? -p|--pid=? -C|--cgroup=? -U|--user=?
          -T|--time=? -S|--setuid= -G|--setgid= -r|--root=? -w|--wd=?:place -F|--no-fork -a|--all -Z
          --preserve-credentials`,
      ...namespace,
    },
    firejail: { options: '--quiet --noprofile --net= --private=? --profile=:read', ...namespace },
    bwrap: { skip: 'unknown', ...namespace },
    proot: { options: '-r= -b= -w= -0 -R= -S= -q=:run -k=', ...namespace },
    'aa-exec': { options: '-p|--profile= -n|--namespace= -f= -i -v -d', ...namespace },
    'systemd-run': {
      options: `
          -[dGPqrtE] -S:gadget --user --system --scope --unit= -u= --pty --wait --collect --property= -p= --quiet
          --on-active= --on-calendar= --uid= --gid= --nice= --working-directory=:place --setenv= --same-dir --shell:gadget
          --slice= --description= --service-type= --no-block --remain-after-exit -H= -M=`,
      ...detached,
    },
    'systemd-inhibit': { options: '--what= --who= --why= --mode= --list --no-pager', ...detached },
    'start-stop-daemon': {
      options: `
          -S|--start -K|--stop -x|--exec= -p|--pidfile= -n|--name= -b|--background -m|--make-pidfile -c|--chuid=
          -d|--chdir=:place -q|--quiet -a|--startas=`,
      lineOptions: ['-x', '--exec', '-a', '--startas'],
      skip: 'unknown',
      ...detached,
    },
    daemonize: { options: '-[av] -c=:place -e= -o= -p= -l= -u= -E=', ...detached },
    'dbus-run-session': { options: '--config-file=:read --dbus-daemon=:run', ...traced },
    'dbus-launch': { options: '--exit-with-session --sh-syntax --auto-syntax', ...traced },
    'xvfb-run': {
      options: `
          -a|--auto-servernum -e|--error-file=:output -f|--auth-file= -n|--server-num= -l|--listen-tcp
          -p|--xauth-protocol= -s|--server-args= -w|--wait=`,
      ...traced,
    },
    'ssh-agent': { options: '-[acdDkst] -E= -P= -t=', ...traced },
    sshpass: { options: '-p=:gadget -f=:read -d= -e -P= -v', ...traced },
    openvt: { options: '-[felsuvw] -c= --', ...traced },
    pexec: { skip: 'unknown', ...traced },
    genie: { options: '-c|--command -l -s -i', ...traced },
    sem: { options: '-j= --id= --fg', ...detached },
    parallel: {
      options: `
          -[0kmtvuXN] -j|--jobs= -a|--arg-file=:read -I= -n|--max-args= --bar --eta --dry-run --halt= --keep-order
          -P= --will-cite --colsep= -q --progress --joblog=:output -S|--sshlogin=:gadget --pipe --tag`,
      joined: true,
      why: 'builds its commands from input',
    },
    screen: {
      options: '-[dDmUaAOxRrqvlLi] -S= -c=:run -h= -t= -T= -s=:run -p= -X:gadget -ls|-list -wipe',
      bare: 'starts a shell',
      ...detached,
    },
    'nix-shell': {
      options: '--pure --run= --command= -p:gadget -E:gadget -I=:gadget --arg=:gadget --argstr=:gadget',
      skip: 'unknown',
      lineOptions: ['--run', '--command'],
      why: 'builds what it runs in',
      bare: 'starts a shell',
    },
    ...Object.fromEntries(
      ['nix', 'guix', 'devbox', 'mise', 'asdf', 'rbenv', 'pyenv', 'nodenv', 'volta', 'fnm', 'pixi', 'micromamba'].map(
        (name) => [name, { skip: 'unknown', why: 'chooses the programs that it starts', bare: 'needs a sub-command' }],
      ),
    ),
    ...Object.fromEntries(
      ['xterm', 'gnome-terminal', 'konsole', 'alacritty', 'kitty', 'wezterm', 'foot', 'urxvt', 'st'].map((name) => [
        name,
        { skip: 'unknown', why: 'opens a terminal', bare: 'starts a shell' },
      ]),
    ),
    stap: { skip: 'unknown', ...traced },
    wine: { ...traced },
    start: { ...detached },
    call: {},
    winpty: {},
    'aws-vault': { skip: 2, why: 'gives the command credentials' },
    op: { skip: 1, options: '--', why: 'gives the command credentials' },
    doppler: { skip: 1, options: '--', why: 'gives the command credentials' },
    chamber: { skip: 2, options: '--', why: 'gives the command credentials' },
  } satisfies Record<string, Wrapper>),
)
