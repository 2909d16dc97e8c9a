import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('editors', {
  granted: {
    vim: ['vim a.txt'],
    code: ['code .'],
  },
  riders: {
    vim: ["vim -c '!id'", "vim +'!id' x", "vim --cmd '!id'", 'vim -S x', 'vim -u /tmp/x y', 'vim ~/.ssh/id_rsa'],
    nano: ['nano -s id x'],
    emacs: ["emacs --eval '(x)'", 'emacs -batch -f x'],
    man: ['man -P id ls', 'man --pager=id ls', "man -H'id' ls", 'man --htm=id ls'],
  },
})
