import { isHarmlessAssignment } from '../cover/harmless-assignment.ts'
import type { ShellCommand } from '../shell-command.ts'
import { sourcesOf } from '../walk/upstream.ts'
import { asksForHelp, codeTexts, isNamed, joinedTexts, texts } from './command-facts.ts'

/** Sends the content of files, or of other commands' output, to another machine. */
export function exfiltration(command: ShellCommand): string | undefined {
  const { call } = command
  const sends = call.gadgets.find((gadget) => gadget.why.endsWith('sends a file'))
  if (sends !== undefined) return sends.why
  const names = isNamed(command, 'nslookup', 'dig', 'host', 'ping', 'curl', 'wget')
  if (names && command.argv.some((word) => word.from.length > 0)) return 'puts the output of a command into a request'
  const copies = isNamed(command, 'scp', 'sftp', 'rsync', 'ftp', 'lftp', 'rclone', 'smbclient')
  if (copies && texts(command).some((text) => /^[^/\s]+:/.test(text) && !/^[a-z]+:\/\/localhost/.test(text)))
    return 'copies files to or from another machine'
  const connects = isNamed(command, 'nc', 'ncat', 'netcat', 'telnet')
  return connects && (sourcesOf(command).length > 0 || command.redirects.length > 0)
    ? 'sends its input over a connection'
    : undefined
}

/** Runs as another user, with other privileges, or changes who may do what. */
export function privilege(command: ShellCommand): string | undefined {
  if (asksForHelp(command) || texts(command)[0] === '-l') return undefined
  if (command.call.effects.has('privilege')) return `${command.argv[0]?.text ?? ''} changes the user or the privileges`
  if (
    isNamed(
      command,
      'mount',
      'umount',
      'setcap',
      'visudo',
      'usermod',
      'useradd',
      'passwd',
      'chpasswd',
      'insmod',
      'modprobe',
    )
  ) {
    return texts(command).length > 0 ? `${command.argv[0]?.text ?? ''} changes the machine` : undefined
  }
  const setUser =
    isNamed(command, 'chmod', 'install') && texts(command).some((text) => /^[2-7]\d{3}$|^[ugoa]*\+[rwx]*s/.test(text))
  return setUser ? 'sets the set-user-id bit' : undefined
}

const running =
  /^(?:LD_.*|DYLD_.*|BASH_ENV|ENV|PROMPT_COMMAND|PS[0-4]|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|IFS|PATH|PAGER|MANPAGER|EDITOR|VISUAL|BROWSER|LESSOPEN|LESSCLOSE|GIT_.*|SSH_ASKPASS|SUDO_ASKPASS|PYTHON.*|NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NPM_CONFIG_.*|npm_config_.*|PERL5?.*|RUBY.*|GEM_.*|BUNDLE_.*|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|MAKEFLAGS|MAKEFILES|CC|CXX|LD|GOFLAGS|CARGO_.*|RUSTC.*|RUSTFLAGS|TF_.*|KUBECONFIG|DOCKER_HOST|.*_PROXY|.*_proxy)$/

/** Sets variables by which other programs run code or trust someone else. */
export function environment(command: ShellCommand): string | undefined {
  const found = command.assignments.find(
    (assignment) => running.test(assignment.name) && !isHarmlessAssignment(assignment, command),
  )
  return found === undefined ? undefined : `sets ${found.name}`
}

/** Gives a container, or a process in one, the machine below it. */
export function containerEscape(command: ShellCommand): string | undefined {
  const words = texts(command)
  if (words.some((word) => /docker\.sock|containerd\.sock|crio\.sock|podman\.sock/.test(word)))
    return 'uses the socket of the container engine'
  const starts =
    isNamed(command, 'docker', 'podman', 'nerdctl') && words.some((word) => /^(?:run|create|exec)$/.test(word))
  if (starts) {
    const opens = words.find((word, index) => {
      if (
        /^--privileged(?:=true)?$|^--(?:pid|ipc|uts|userns|network|net|cgroupns)=host$|^--cap-add|^--device|^--security-opt/.test(
          word,
        )
      )
        return true
      const before = words[index - 1] ?? ''
      const value = /^(?:-v|--volume|--mount)$/.test(before) ? word : word.replace(/^(?:-v|--volume=|--mount=)/, '')
      return value !== word || /^(?:-v|--volume|--mount)$/.test(before)
        ? /(?:^|source=|src=)\/(?:$|:|,|etc|proc|sys|dev|root|home|var\/run|boot|usr)/.test(value)
        : before === '--pid' && word === 'host'
    })
    if (opens !== undefined) return `${opens} opens the machine to the container`
  }
  if (
    isNamed(command, 'nsenter') &&
    words.some(
      (word, index) =>
        (word === '1' && /^-t|--target/.test(words[index - 1] ?? '')) || /^(?:-t|--target=)1$/.test(word),
    )
  )
    return 'enters the namespaces of the machine'
  const kernel = [...command.redirects.map((redirect) => redirect.path), ...command.call.paths].find(
    (use) => use?.access === 'write' && /^\/(?:proc\/sys\/|sys\/(?:kernel|fs|class|devices)\/)/.test(use.path),
  )
  return kernel === undefined ? undefined : `writes to ${kernel.path}`
}

const lasting =
  /^\/etc\/(?:cron|systemd|init|rc|profile|ld\.so|xdg\/autostart)|\/\.config\/(?:systemd|autostart)|\/(?:authorized_keys|\.ssh\/rc|LaunchAgents|LaunchDaemons)|\/\.git\/hooks\/|\/var\/spool\/cron/

/** Makes something run later, at login, or when someone else works here. */
export function persistence(command: ShellCommand): string | undefined {
  const words = texts(command)
  if (isNamed(command, 'crontab') && !asksForHelp(command) && !(words.includes('-l') && !words.includes('-r')))
    return 'changes what runs by the clock'
  if (isNamed(command, 'at', 'batch') && !words.includes('-l') && !asksForHelp(command)) return 'starts commands later'
  if (isNamed(command, 'systemctl') && words.some((word) => /^(?:enable|link|edit|preset)$/.test(word)))
    return 'changes what starts with the machine'
  if (isNamed(command, 'launchctl', 'schtasks', 'update-rc.d', 'chkconfig'))
    return 'changes what starts with the machine'
  if (
    isNamed(command, 'complete', 'trap', 'history') &&
    words.some((word) => /^(?:-C|-F|DEBUG|RETURN|-s|-a|-w)$/.test(word))
  )
    return 'makes the shell run something later'
  const uses = [...command.redirects.map((redirect) => redirect.path), ...command.call.paths]
  const found = uses.find(
    (use) => (use?.access === 'write' || use?.access === 'delete') && (use.protected || lasting.test(use.path)),
  )
  return found === undefined ? undefined : `writes ${found.path}`
}

/** Shows credentials: sensitive files, the whole environment, stores of secrets. */
export function credentialDump(command: ShellCommand): string | undefined {
  const uses = [...command.redirects.map((redirect) => redirect.path), ...command.call.paths]
  const found = uses.find((use) => use?.sensitive && (use.access === 'read' || !command.call.profiled))
  if (found !== undefined) return `reads ${found.path}`
  const words = texts(command)
  if (isNamed(command, 'env') && command.call.gadgets.some((gadget) => gadget.why.endsWith('prints the environment')))
    return 'prints the environment'
  if (
    isNamed(command, 'printenv', 'set', 'export', 'declare', 'typeset', 'readonly') &&
    command.call.gadgets.some((gadget) => /^prints/.test(gadget.why))
  )
    return 'prints variables of the environment'
  const shows =
    /(?:^| )(?:auth token|auth print-|get-secret-value|get-session-token|get-login-password|secrets? versions access|find-(?:generic|internet)-password|dump-keychain|auth status -t|config view --raw|get secrets?)(?: |$)/
  if (isNamed(command, 'gh', 'gcloud', 'aws', 'security', 'kubectl', 'az', 'glab') && shows.test(joinedTexts(command)))
    return 'shows credentials'
  return isNamed(command, 'jq', 'yq', 'awk', 'node', 'python3', 'python', 'ruby', 'perl', 'php') &&
    [...codeTexts(command), ...(isNamed(command, 'jq', 'yq', 'awk') ? words : [])].some((text) =>
      /\$ENV\b|\benv\.|\benv\s*[|[]|^env$|ENVIRON|process\.env|os\.environ|%ENV|\bENV\[|getenv/.test(text),
    )
    ? 'reads the environment'
    : undefined
}
