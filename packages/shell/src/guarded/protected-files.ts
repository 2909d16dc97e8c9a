import { foldPath } from './fold-path.ts'

/** Folders whose content decides what runs later: hooks of repositories, tasks of editors, settings of agents, jobs of a CI. */
const folders: ReadonlySet<string> = new Set(
  `.git .hg .svn .githooks .husky .lefthook
  .vscode .idea .fleet .zed .vs .nova .devcontainer .emacs.d
  .cursor .claude .codex .gemini .windsurf .codeium .continue .roo .kilocode .cline .clinerules .amazonq .kiro .junie .augment .trae .qodo
  .copilot .lmstudio .air .goose .opencode .openhands .tabnine .factory .agents .agent .aider .crush .qwen
  .circleci .buildkite .gitlab .gitea .forgejo .woodpecker .drone .teamcity .semaphore .tekton`.split(/\s+/),
)

/** Files that configure Drawbridge and the tools of other agents, including the agents' instructions. */
const agentFiles = `drawbridge.jsonc .mcp.json mcp.json claude_desktop_config.json .claude.json managed-mcp.json
  mcp_config.json mcp-config.json mcp_settings.json cline_mcp_settings.json gemini-extension.json
  claude.md claude.local.md agent.md agents.md agents.override.md gemini.md qwen.md warp.md crush.md skill.md copilot-instructions.md
  .cursorrules .cursorignore .windsurfrules .clinerules .roorules .roomodes .goosehints .rules .aider.conf.yml .continuerc.json opencode.json opencode.jsonc`

/** Files that a shell or login runs, in a home. */
const loginFiles: ReadonlySet<string> = new Set(
  `.bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile
  .zshrc .zshenv .zprofile .zlogin .zlogout .kshrc .cshrc .tcshrc .login .logout .inputrc
  .xprofile .xinitrc .xsession .xsessionrc .pam_environment authorized_keys`.split(/\s+/),
)

/** Files that programs run or obey unasked: of package managers, version managers, editors, debuggers, git and CIs. */
const toolFiles = `.npmrc .yarnrc .yarnrc.yml .pnpmfile.cjs .pnpmfile.mjs .pnp.cjs .pnp.loader.mjs bunfig.toml pip.conf .gemrc .condarc
  rust-toolchain rust-toolchain.toml .envrc .tool-versions .mise.toml mise.toml .mise.local.toml mise.local.toml .devcontainer.json
  .pre-commit-config.yaml .pre-commit-config.yml .pre-commit-hooks.yaml lefthook.yml lefthook.yaml .lefthook.yml lefthook-local.yml .overcommit.yml
  .huskyrc .huskyrc.json .simple-git-hooks.json .gitmodules .gitconfig .gitattributes .hgrc
  .vimrc .gvimrc .exrc .nvimrc .nvim.lua .emacs .dir-locals.el .gdbinit .lldbinit .pdbrc .irbrc .pryrc .psqlrc .sqliterc .rprofile .pythonrc
  .curlrc .wgetrc .screenrc .tmux.conf config.fish sitecustomize.py usercustomize.py
  .gitlab-ci.yml .gitlab-ci.yaml .travis.yml .drone.yml .drone.yaml .woodpecker.yml .woodpecker.yaml .cirrus.yml .appveyor.yml appveyor.yml
  jenkinsfile azure-pipelines.yml azure-pipelines.yaml bitbucket-pipelines.yml buildkite.yml cloudbuild.yaml cloudbuild.yml codemagic.yaml
  .gitpod.yml .gitpod.dockerfile .replit dependabot.yml renovate.json .renovaterc .renovaterc.json`

const files: ReadonlySet<string> = new Set([
  ...loginFiles,
  ...[agentFiles, toolFiles].flatMap((names) => names.split(/\s+/)),
])

const endings = /\.(code-workspace|sublime-project)$/

/** Places below any folder that more than one name tells. */
const nestedPlaces =
  /(^|\/)(\.config\/(fish|autostart|systemd|environment\.d|git|nvim|pip|direnv|plasma-workspace|mise|zed|goose|opencode)|(code( - insiders)?|cursor|trae)\/user\/(profiles\/[^/]+\/)?(settings|tasks|keybindings)\.json|roaming\/zed\/settings\.json|block\/goose\/config|(geminicli|gemini-cli)\/(settings|system-defaults)\.json|\.github\/(workflows|actions|scripts|instructions|prompts|chatmodes|agents)|\.cargo\/(config|config\.toml|bin|env)|\.yarn\/(releases|plugins)|\.gradle\/init(\.d|\.gradle[^/]*)|\.m2\/(settings|extensions)\.xml|\.mvn|\.local\/(bin|share\/(applications|systemd))|\.ssh\/(config|rc|environment)|\.gnupg\/gpg(-agent)?\.conf|\.docker\/(config\.json|cli-plugins)|\.kube\/config|\.aws\/config|\.ipython\/[^/]+\/startup|library\/launch(agents|daemons))(\/|$)/

const systemPlaces =
  /^\/(etc\/(profile|profile\.d|bash\.bashrc|bashrc|bash_completion\.d|zsh|zshenv|zprofile|zshrc|zlogin|environment|environment\.d|csh\.login|csh\.cshrc|crontab|anacrontab|cron\.[^/]+|rc[^/]*|init\.d|init|inittab|systemd|sudoers[^/]*|doas\.conf|pam\.d|pam\.conf|security|passwd|shadow|group|gshadow|ld\.so\.(preload|conf|conf\.d)|gitconfig|npmrc|pip\.conf|apt|yum\.repos\.d|udev|modprobe\.d|modules|xdg\/autostart|ssh|hosts\.(allow|deny)|logrotate\.d|network\/if-[^/]+|ppp|dhcp|alternatives)|var\/spool\/(cron|at)|(usr\/)?lib\/(systemd|udev)|usr\/share\/dbus-1|library\/(launchagents|launchdaemons|startupitems))(\/|$)/

/**
 * Returns true if writing here could change what runs later, how Drawbridge itself decides, or another agent's
 * instructions. Pure. Inside the workspace only the part below it counts, so a workspace may itself be in such a
 * folder.
 * @param path Absolute and normalised.
 */
export function isProtectedFile(path: string, workspace?: string): boolean {
  const isInside = workspace !== undefined && path.startsWith(workspace === '/' ? '/' : `${workspace}/`)
  const below = foldPath(isInside && workspace !== '/' ? path.slice(workspace.length) : path)
  const parts = below.split('/').filter((part) => part !== '')
  const name = parts.at(-1) ?? ''
  return (
    files.has(name) ||
    endings.test(name) ||
    parts.some((part) => folders.has(part)) ||
    nestedPlaces.test(parts.join('/')) ||
    (!isInside && systemPlaces.test(foldPath(path)))
  )
}

/** Returns true if a folder with an entry of that name is a home, or may become one. */
export function isLoginFile(name: string): boolean {
  return loginFiles.has(foldPath(name))
}

/** One name of each entry, for globs that are tried with them and for tests. */
export const protectedExamples: readonly string[] = [...folders, ...files, 'x.code-workspace']

/** Names of files that a shell or login runs. */
export const loginFileNames: readonly string[] = [...loginFiles]
