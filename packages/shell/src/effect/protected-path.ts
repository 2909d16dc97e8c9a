const folders = /\/(?:\.git|\.vscode|\.idea|\.cursor|\.claude|\.drawbridge|\.goclaw|\.husky|\.devcontainer)(?:\/|$)/
const files =
  /\/(?:drawbridge\.jsonc|\.mcp\.json|\.bashrc|\.bash_profile|\.bash_login|\.bash_logout|\.bash_aliases|\.profile|\.zshrc|\.zshenv|\.zprofile|\.zlogin|\.zlogout|\.kshrc|\.cshrc|\.tcshrc|\.login|\.xprofile|\.xsession|\.xinitrc|\.inputrc|\.gitconfig|\.gitmodules|\.envrc|config\.fish|\.vimrc|\.exrc|\.pam_environment)$/

/** Whether writing this path could make other programs run code later, so that only a person may allow it. */
export function isProtectedPath(path: string): boolean {
  return folders.test(path) || files.test(path) || /^\/etc\/(?:profile|bash\.bashrc|zsh|cron)/.test(path)
}
