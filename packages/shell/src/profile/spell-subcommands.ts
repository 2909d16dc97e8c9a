import type { CallBuilder } from './call-builder.ts'

/** Sub-commands with more than one name, a group per line; a program whose names may be cut short is marked by `…`. */
const names: Readonly<Record<string, string>> = {
  npm: `…
    install i in ins inst insta instal isnt isnta isntal isntall add
    uninstall un unlink remove rm r
    update up upgrade udpate
    test t tst
    run-script run rum urn
    exec x
    init create innit
    ci clean-install ic install-clean isntall-clean
    install-test it
    config c
    list ls la ll
    view v info show
    search s se find
    dist-tag dist-tags
    owner author
    link ln
    rebuild rb
    dedupe ddp
    explain why
    login adduser add-user
    docs home
    bugs issues
    publish
    unpublish
    deprecate
    undeprecate
    access
    token
    version
    pack
    logout
    start
    stop
    restart
    audit
    prune
    outdated
    profile
    hook
    team
    star
    unstar
    set
    get
    shrinkwrap
    fund`,
  pnpm: `
    install i
    add
    remove rm uninstall un
    update up upgrade
    test t
    run run-script
    list ls
    link ln`,
  yarn: `
    remove rm
    run`,
  git: `
    add stage`,
  cargo: `
    build b
    check c
    clean
    doc d
    run r
    test t
    remove rm
    uninstall`,
  docker: `
    rm
    ps ls list`,
  helm: `
    uninstall un del delete
    list ls
    repo`,
  brew: `
    uninstall rm remove
    install
    list ls`,
  gh: `
    extension ext extensions
    codespace cs`,
  kubectl: `
    delete
    describe`,
  tmux: `…
    new-session new
    new-window neww
    split-window splitw
    kill-session
    kill-window killw
    kill-pane killp
    kill-server
    send-keys send
    run-shell run
    if-shell if
    display-popup popup
    pipe-pane pipep
    respawn-pane respawnp
    respawn-window respawnw`,
  hg: `…
    push
    pull
    commit ci
    update up checkout co
    remove rm
    rename move mv
    revert
    strip
    rollback`,
  pip: `
    uninstall
    install`,
  svn: `
    delete del remove rm
    commit ci
    checkout co
    move mv rename ren
    switch sw
    update up`,
  ip: `…
    address
    link
    route
    neighbour neighbor
    rule
    netns`,
  systemctl: '',
}

/** Words that may precede a sub-command or be left out: `docker container rm` is `docker rm`. */
const optional: Readonly<Record<string, ReadonlySet<string>>> = {
  docker: new Set(['container', 'image', 'builder']),
  podman: new Set(['container', 'image']),
}

const parsed = new Map<string, { readonly groups: readonly (readonly string[])[]; readonly abbreviates: boolean }>()

function groupsOf(program: string) {
  const known = parsed.get(program)
  if (known !== undefined) return known
  const lines = (Object.hasOwn(names, program) ? (names[program] ?? '') : '').split('\n').map((line) => line.trim())
  const groups = lines.filter((line) => /^[a-z]/.test(line)).map((line) => line.split(' '))
  const table = { groups, abbreviates: lines[0] === '…' }
  parsed.set(program, table)
  return table
}

/** Notes the other names of the sub-command that a call names. */
export function spellSubcommands(program: string, call: CallBuilder): void {
  const index = call.argv.findIndex((word, at) => at > 0 && !word.text.startsWith('-'))
  const word = call.argv[index]
  if (word?.static !== true) return
  if (optional[program]?.has(word.text) === true) call.spell(index, [''])
  const { groups, abbreviates } = groupsOf(program)
  for (const group of groups) {
    const isMeant = group.includes(word.text) || (abbreviates && group.some((name) => name.startsWith(word.text)))
    if (isMeant) call.spell(index, group)
  }
}
