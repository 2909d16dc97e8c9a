/** A folder in memory that each command has for itself. Bubblewrap brings it with its own devices. */
const privateFolder = '/dev/shm'

/** Places for files that programs keep: private, writable, removed with the command. */
const privatePlaces: Readonly<Record<string, string>> = {
  TMPDIR: privateFolder,
  TEMP: privateFolder,
  TMP: privateFolder,
  XDG_CACHE_HOME: `${privateFolder}/cache`,
  XDG_STATE_HOME: `${privateFolder}/state`,
  XDG_RUNTIME_DIR: privateFolder,
  npm_config_cache: `${privateFolder}/npm`,
  npm_config_update_notifier: 'false',
  YARN_CACHE_FOLDER: `${privateFolder}/yarn`,
  PIP_CACHE_DIR: `${privateFolder}/pip`,
  UV_CACHE_DIR: `${privateFolder}/uv`,
  PYTHONPYCACHEPREFIX: `${privateFolder}/python`,
  RUFF_CACHE_DIR: `${privateFolder}/ruff`,
  MYPY_CACHE_DIR: `${privateFolder}/mypy`,
  GOCACHE: `${privateFolder}/go-build`,
  GOTMPDIR: privateFolder,
  GOFLAGS: '-modcacherw=false',
  GOTOOLCHAIN: 'local',
  GOTELEMETRY: 'off',
  CARGO_TARGET_DIR: `${privateFolder}/cargo-target`,
  CARGO_NET_OFFLINE: 'true',
  RUSTUP_AUTO_INSTALL: '0',
  TURBO_CACHE_DIR: `${privateFolder}/turbo`,
  ESLINT_USE_CACHE: 'false',
  COREPACK_ENABLE_NETWORK: '0',
}

/**
 * Settings that override a repository's own: git starts no monitor and no hook, and prompts no one. Settings cannot
 * disable `diff.external` or a text converter: a program that git runs on request runs contained.
 */
const gitSettings: readonly (readonly [name: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', '/dev/null'],
  ['core.pager', 'cat'],
  ['core.sshCommand', 'false'],
  ['core.gitProxy', ''],
  ['credential.helper', ''],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['submodule.recurse', 'false'],
]

const hardenedGit: Readonly<Record<string, string>> = {
  GIT_TERMINAL_PROMPT: '0',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'false',
  GIT_SEQUENCE_EDITOR: 'false',
  GIT_ASKPASS: 'false',
  SSH_ASKPASS: 'false',
  GIT_NO_LAZY_FETCH: '1',
  GIT_CONFIG_COUNT: String(gitSettings.length),
  ...Object.fromEntries(
    gitSettings.flatMap(([name, value], index) => [
      [`GIT_CONFIG_KEY_${index}`, name],
      [`GIT_CONFIG_VALUE_${index}`, value],
    ]),
  ),
}

/** The environment of every command as it holds in containment. Pure. */
export function containedEnvironment(base: Readonly<Record<string, string>>): Record<string, string> {
  return { ...base, ...privatePlaces, ...hardenedGit }
}

/** Sub-commands that take `--no-ext-diff` and `--no-textconv`. */
const showsDiffs: ReadonlySet<string> = new Set(['diff', 'log', 'show', 'whatchanged', 'format-patch'])
/** Options in front of the sub-command that take the word behind them. */
const takesWord: ReadonlySet<string> = new Set(['-C', '-c', '--git-dir', '--work-tree', '--namespace', '--config-env'])

/** A plain call of git in which no program of a repository converts or compares files. Pure. */
export function hardenedArgv(argv: readonly string[]): readonly string[] {
  if (!/(^|\/)git$/.test(argv[0] ?? '')) return argv
  let at = 1
  while (argv[at]?.startsWith('-') === true) at += takesWord.has(argv[at] ?? '') ? 2 : 1
  if (!showsDiffs.has(argv[at] ?? '')) return argv
  return [...argv.slice(0, at + 1), '--no-ext-diff', '--no-textconv', ...argv.slice(at + 1)]
}
