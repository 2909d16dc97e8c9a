import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('editors', {
  reads: ['whatis ls', 'whatis reboot'],
  granted: { vim: ['vim a.txt', 'vim a.ts'], code: ['code .'] },
  riders: {
    vim: [
      "vim -c '!id'",
      "vim +'!id' x",
      "vim --cmd '!id'",
      'vim -S x',
      'vim -u /tmp/x y',
      'vim ~/.ssh/id_rsa',
      'vim -es',
    ],
    nano: ['nano -s id x', 'nano -C /root x'],
    emacs: ["emacs --eval '(x)'", 'emacs -batch -f x', 'emacs --eval \'(shell-command "id")\''],
    man: ['man -P id ls', 'man --pager=id ls', "man -H'id' ls", 'man --htm=id ls', 'MANPAGER=id man ls'],
    info: ['info --init-file /tmp/x'],
  },
})
