package web_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"draughtsman/internal/service"
	"draughtsman/internal/testkit/browser"
	"draughtsman/internal/testkit/expect"
	"draughtsman/internal/web"
)

// proxies are those that docs/exhibit.md has an example for: the rest of a configuration, in which a folder stands for
// FOLDER, and how each is started with a file of it.
var proxies = map[string]struct {
	rest    string
	command []string
}{
	"nginx": {`daemon off; master_process off; pid FOLDER/pid; error_log FOLDER/errors;
events {}
http {
	access_log off; client_body_temp_path FOLDER; proxy_temp_path FOLDER; fastcgi_temp_path FOLDER;
	uwsgi_temp_path FOLDER; scgi_temp_path FOLDER;
	EXAMPLE
}`, []string{"nginx", "-e", "errors", "-p", "FOLDER", "-c"}},
	"caddy": {`{
	admin off
	auto_https disable_redirects
	skip_install_trust
}
EXAMPLE`, []string{"caddy", "run", "--adapter", "caddyfile", "--config"}},
}

// Behind the proxies of docs/exhibit.md, as they are configured there, the page is there under a path, and all of the
// API that it lives of.
func TestPageBehindAProxy(t *testing.T) {
	for name := range proxies {
		t.Run(name, func(t *testing.T) {
			if _, err := exec.LookPath(name); err != nil {
				missing := fmt.Sprintf("the example for %[1]s is tried with it, and it is not installed: "+
					".build/install-deps %[1]s", name)
				if name == "nginx" && os.Getenv("CI") == "true" {
					t.Fatal(missing)
				}
				t.Skip(missing)
			}
			open := browser.Start(t)
			h := openHall(t, "", func(o *web.Options) { o.Pictures = colours{} })
			host := behind(t, name, h.address)
			here := "https://" + host + "/robot/"
			b := open(t, 1280, 900)
			b.Open("https://" + host + "/robot")
			h.turn(h.begin(opening[:2]...), nil)
			b.Says("Your turn")
			b.Until(`document.querySelectorAll(".ply").length === 2 && !document.querySelector("#camera").hidden`)
			b.Press("#stop")
			b.Says("The arm is stopped where it is.")
			if at := browser.Value[string](b, "location.href"); at != here {
				t.Errorf("the page is at %s", at)
			}
			b.Quiet("plan.svg", "picture")
			open(t, 1280, 900).Open(here + "calibrate") // where nothing is calibrated: it loads, and leads back
			status := commanded(t, here, "https://evil.example")
			if status != http.StatusForbidden {
				t.Errorf("a page of another origin commands: %d", status)
			}
			if status := commanded(t, here, "https://"+host); status != http.StatusAccepted {
				t.Errorf("a page of this origin cannot command: %d", status)
			}
		})
	}
}

// anybody is how a server is spoken to whose certificate a test has made.
var anybody = &tls.Config{ServerName: "localhost", InsecureSkipVerify: true} //nolint:gosec // it is of this computer

// commanded is the answer to the command stop of a page of some origin, by a browser that says nothing else of it.
func commanded(t *testing.T, site, origin string) int {
	t.Helper()
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: anybody}}
	defer client.CloseIdleConnections()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, site+"api/v1/commands",
		strings.NewReader(write(service.NameOf(service.Stop{}))))
	expect.OK(t, err)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", origin)
	answer, err := client.Do(r)
	expect.OK(t, err)
	defer answer.Body.Close()
	_, _ = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode
}

// behind starts a proxy before a program, and returns the host of its address.
func behind(t *testing.T, name, program string) (host string) {
	t.Helper()
	page, err := os.ReadFile("../../docs/exhibit.md")
	expect.OK(t, err)
	found := regexp.MustCompile("(?s)```" + name + "\n(.*?)```").FindSubmatch(page)
	if found == nil {
		t.Fatalf("there is no example for %s", name)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	expect.OK(t, err)
	_, port, _ := net.SplitHostPort(l.Addr().String())
	host = "localhost:" + port
	folder := t.TempDir()
	certify(t, folder)
	rest := proxies[name]
	text := strings.NewReplacer("EXAMPLE", string(found[1])).Replace(rest.rest)
	for old, with := range map[string]string{
		"127.0.0.1:8517": program, "listen 443": "listen 127.0.0.1:" + port,
		"server_name robot.example":        "server_name localhost",
		"/etc/ssl/certs/robot.example.pem": folder + "/cert", "/etc/ssl/private/robot.example.key": folder + "/key",
		"robot.example {": host + " {", "FOLDER": folder,
	} {
		text = strings.ReplaceAll(text, old, with)
	}
	path := filepath.Join(folder, "configuration")
	expect.OK(t, os.WriteFile(path, []byte(text), 0o600))
	var args []string
	for _, arg := range rest.command[1:] {
		args = append(args, strings.ReplaceAll(arg, "FOLDER", folder))
	}
	said, err := os.Create(filepath.Join(folder, "said"))
	expect.OK(t, err)
	proxy := exec.CommandContext(t.Context(), rest.command[0], append(args, path)...)
	proxy.Env = append(os.Environ(), "XDG_DATA_HOME="+folder, "XDG_CONFIG_HOME="+folder)
	proxy.Dir, proxy.Stdout, proxy.Stderr = folder, said, said
	if err := l.Close(); err != nil { // the proxy takes the port
		t.Fatal(err)
	}
	expect.OK(t, proxy.Start())
	t.Cleanup(func() {
		_ = proxy.Process.Kill()
		_ = proxy.Wait() // which says that it was killed
		_ = said.Close()
		if text, err := os.ReadFile(said.Name()); err == nil && t.Failed() {
			t.Logf("%s says:\n%s", name, text)
		}
	})
	browser.Await(t, func() bool {
		c, err := tls.Dial("tcp", "127.0.0.1:"+port, anybody)
		if err == nil {
			err = c.Close()
		}
		return err == nil
	})
	return host
}

// certify makes a certificate for localhost, and its key, in a folder.
func certify(t *testing.T, folder string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	expect.OK(t, err)
	form := x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour)}
	cert, err := x509.CreateCertificate(rand.Reader, &form, &form, &key.PublicKey, key)
	expect.OK(t, err)
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	expect.OK(t, err)
	for name, block := range map[string]*pem.Block{"cert": {Type: "CERTIFICATE", Bytes: cert},
		"key": {Type: "PRIVATE KEY", Bytes: secret}} {
		expect.OK(t, os.WriteFile(filepath.Join(folder, name), pem.EncodeToMemory(block), 0o600))
	}
}
