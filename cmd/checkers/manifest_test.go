package main

import (
	"os"
	"slices"
	"testing"

	"draughtsman/internal/files"
)

// manifest is as much of a Job as deploy's manifests have, by the names and types of Kubernetes' reference:
// https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/job-v1/ and pod-v1. What it does not know is
// an error, since Kubernetes drops it with a warning at most.
type manifest struct {
	APIVersion string `yaml:"apiVersion"`
	Kind       string `yaml:"kind"`
	Metadata   struct {
		Name string `yaml:"name"`
	} `yaml:"metadata"`
	Spec struct {
		CompletionMode       string `yaml:"completionMode"`
		Completions          int    `yaml:"completions"`
		Parallelism          int    `yaml:"parallelism"`
		BackoffLimit         *int   `yaml:"backoffLimit"`
		BackoffLimitPerIndex int    `yaml:"backoffLimitPerIndex"`
		PodFailurePolicy     struct {
			Rules []struct {
				Action          string `yaml:"action"`
				OnPodConditions []struct {
					Type   string `yaml:"type"`
					Status string `yaml:"status"`
				} `yaml:"onPodConditions"`
				OnExitCodes struct {
					Operator string `yaml:"operator"`
					Values   []int  `yaml:"values"`
				} `yaml:"onExitCodes"`
			} `yaml:"rules"`
		} `yaml:"podFailurePolicy"`
		Template struct {
			Spec struct {
				RestartPolicy string      `yaml:"restartPolicy"`
				Containers    []container `yaml:"containers"`
				Volumes       []struct {
					Name                  string `yaml:"name"`
					PersistentVolumeClaim struct {
						ClaimName string `yaml:"claimName"`
					} `yaml:"persistentVolumeClaim"`
				} `yaml:"volumes"`
			} `yaml:"spec"`
		} `yaml:"template"`
	} `yaml:"spec"`
}

type container struct {
	Name       string   `yaml:"name"`
	Image      string   `yaml:"image"`
	WorkingDir string   `yaml:"workingDir"`
	Command    []string `yaml:"command"`
	Args       []string `yaml:"args"`
	Env        []struct {
		Name  string `yaml:"name"`
		Value string `yaml:"value"`
	} `yaml:"env"`
	Resources struct {
		Requests struct {
			CPU    string `yaml:"cpu"`
			Memory string `yaml:"memory"`
		} `yaml:"requests"`
	} `yaml:"resources"`
	VolumeMounts []struct {
		Name      string `yaml:"name"`
		MountPath string `yaml:"mountPath"`
	} `yaml:"volumeMounts"`
}

// readManifest is the Job in a file. Keys that are not known or there twice are errors, and so are words for numbers.
func readManifest(t *testing.T, path string) manifest {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var m manifest
	if err := files.DecodeYAML(text, &m); err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	if m.APIVersion != "batch/v1" || m.Kind != "Job" || m.Metadata.Name == "" {
		t.Errorf("%s is no Job: %s %s %q", path, m.APIVersion, m.Kind, m.Metadata.Name)
	}
	if m.Spec.Template.Spec.RestartPolicy != "Never" {
		t.Errorf("%s: a limit for each index, and one for all, take the restart policy Never", path)
	}
	return m
}

// checkIndexed holds a Job against what an indexed one has to have, and answers how many shards it has.
func (m manifest) checkIndexed(t *testing.T) (shards int) {
	t.Helper()
	if s := m.Spec; s.CompletionMode != "Indexed" || s.BackoffLimitPerIndex < 1 || s.BackoffLimit != nil ||
		s.Completions < 2 || s.Parallelism < 2 {
		t.Errorf("it is not indexed, or not started again by itself when it fails: %+v", s)
	}
	var ignored, failed bool
	for _, r := range m.Spec.PodFailurePolicy.Rules {
		ignored = ignored || r.Action == "Ignore" && len(r.OnPodConditions) == 1 &&
			r.OnPodConditions[0].Type == "DisruptionTarget" && r.OnPodConditions[0].Status == "True"
		failed = failed || r.Action == "FailIndex" && r.OnExitCodes.Operator == "In" &&
			slices.Equal(r.OnExitCodes.Values, []int{2})
	}
	if !ignored || !failed {
		t.Error("a node that is taken away counts, or a wrong command is tried again")
	}
	return m.Spec.Completions
}

// script is what the Pod's container runs, and its environment.
func (m manifest) script(t *testing.T) (args, env []string) {
	t.Helper()
	pod := m.Spec.Template.Spec
	if len(pod.Containers) != 1 || len(pod.Volumes) != 1 || len(pod.Containers[0].VolumeMounts) != 1 {
		t.Fatalf("want one container and one volume: %+v", pod)
	}
	c, v := pod.Containers[0], pod.Volumes[0]
	mount := c.VolumeMounts[0]
	if mount.Name != v.Name || mount.MountPath != c.WorkingDir || v.PersistentVolumeClaim.ClaimName == "" {
		t.Errorf("what it makes in %s is lost with the Pod", c.WorkingDir)
	}
	for _, e := range c.Env {
		env = append(env, e.Name+"="+e.Value)
	}
	return slices.Concat(c.Command, c.Args), env
}

func TestManifestsAreReadStrictly(t *testing.T) {
	for _, text := range []string{
		"kind: Job\nspec: {backofLimitPerIndex: 5}\n", "kind: Job\nkind: Job\n", "spec: {completions: many}\n",
	} {
		var m manifest
		if err := files.DecodeYAML([]byte(text), &m); err == nil {
			t.Errorf("%q is read", text)
		}
	}
}
