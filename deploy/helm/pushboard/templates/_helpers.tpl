{{- define "pushboard.name" -}}
{{- default .Release.Name .Values.nameOverride | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "pushboard.labels" -}}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{ include "pushboard.selector" . }}
{{- end -}}

{{- define "pushboard.selector" -}}
app.kubernetes.io/name: pushboard
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "pushboard.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}{{ .repository }}@{{ .digest }}{{- else -}}{{ .repository }}:{{ default $.Chart.AppVersion .tag }}{{- end -}}
{{- end -}}
{{- end -}}

{{/* What every pod has: an unprivileged account, a root that can't be written to, and no token of the cluster. */}}
{{- define "pushboard.pod" -}}
serviceAccountName: {{ include "pushboard.name" . }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: data
    emptyDir: {}
  - name: tmp
    emptyDir: {}
  - name: cache
    emptyDir: {}
  {{- with .Values.results.existingClaim }}
  - name: results
    persistentVolumeClaim:
      claimName: {{ . }}
  {{- end }}
{{- end -}}

{{- define "pushboard.container" -}}
image: {{ include "pushboard.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: ["ALL"]
volumeMounts:
  - name: data
    mountPath: /data
  - name: tmp
    mountPath: /tmp
  - name: cache
    mountPath: /app/.next/cache
  {{- if .Values.results.existingClaim }}
  - name: results
    mountPath: /data/results
  {{- end }}
envFrom:
  - configMapRef:
      name: {{ include "pushboard.name" . }}
  - secretRef:
      name: {{ .Values.secrets.app }}
{{- end -}}

{{/* Copies of one kind on different nodes, as far as there are some. */}}
{{- define "pushboard.spread" -}}
topologySpreadConstraints:
  - maxSkew: 1
    topologyKey: kubernetes.io/hostname
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "pushboard.selector" .root | nindent 8 }}
        app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "pushboard.placement" -}}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
