import { describeProfiles } from '../../testing/describe-profiles.ts'

describeProfiles('kubernetes', {
  granted: {
    'kubectl get': ['kubectl get pods', 'kubectl get pods -n prod -o wide'],
    'kubectl logs': ['kubectl logs web-1 -f'],
    'kubectl describe': ['kubectl describe pod web'],
    kubectl: ['kubectl get svc'],
    'helm list': ['helm list'],
    'helm template': ['helm template ./chart'],
  },
  riders: {
    kubectl: [
      'kubectl exec web -- id',
      'kubectl delete pod x',
      'kubectl apply -f x',
      'kubectl --kubeconfig /tmp/x get pods',
      'kubectl cp x:y z',
      'kubectl port-forward x 1',
    ],
    'kubectl get': ['kubectl get secrets -o yaml'],
    'kubectl config view': ['kubectl config view --raw'],
    helm: ['helm install x y'],
    'helm template': ['helm template x --post-renderer id'],
  },
})
