package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
)

// pageFiles are the page that people look at and steer with: a client of the API like any other.
//
//go:embed page
var pageFiles embed.FS

// The page's paths.
const (
	pagePath      = "/"
	calibratePath = "/calibrate"
	pageRoot      = "/page/"
)

// pagePolicy lets the page's own files in, and nothing else: no script or style is written within it, and it speaks to
// this program alone. The pictures that it asks for with a token are blobs.
const pagePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
	"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ofPage reports whether a request is for the page. It has no secrets: whoever has no token may load it, and is then
// asked for one.
func ofPage(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) &&
		(r.URL.Path == pagePath || r.URL.Path == calibratePath || strings.HasPrefix(r.URL.Path, pageRoot))
}

// pageFile is a file of the page.
type pageFile struct {
	text, zipped []byte // zipped as most browsers take it
	kind, tag    string // its media type, and its ETag, which is weak: it is the same for both
}

// readPage reads the files of the page, by the paths at which they are served.
func readPage() (map[string]pageFile, error) {
	files := map[string]pageFile{}
	err := fs.WalkDir(pageFiles, "page", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := pageFiles.ReadFile(name)
		if err != nil {
			return err
		}
		var zipped bytes.Buffer
		w := gzip.NewWriter(&zipped)
		_, err = w.Write(text)
		sum := sha256.Sum256(text)
		at := "/" + name
		switch name {
		case "page/index.html":
			at = pagePath
		case "page/calibrate.html":
			at = calibratePath
		case "page/phone.html":
			at = phonePath
		}
		err = errors.Join(err, w.Close())
		files[at] = pageFile{text, zipped.Bytes(), mediaType(name),
			fmt.Sprintf("W/%q", base64.RawURLEncoding.EncodeToString(sum[:12]))}
		return err
	})
	return files, err
}

// mediaType is what a file of the page is. The system's own list may have scripts as something that browsers refuse.
func mediaType(name string) string {
	if path.Ext(name) == ".js" {
		return "text/javascript; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}

// page answers with a file of the page. A browser keeps it, and asks each time whether it is still the same. While the
// table is calibrated there is no game to look at, and the page of games leads to that of calibrating.
func (d *door) page(files map[string]pageFile) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == pagePath && d.calibrated() != nil {
			w.Header().Set("Location", strings.TrimPrefix(calibratePath, pagePath)) // behind a proxy / may have another name
			w.WriteHeader(http.StatusFound)
			return
		}
		file, ok := files[r.URL.Path]
		if !ok {
			refuse(w, http.StatusNotFound, "There is nothing at "+r.URL.Path+".")
			return
		}
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("Content-Security-Policy", pagePolicy)
		w.Header().Set("Content-Type", file.kind)
		w.Header().Set("ETag", file.tag)
		if r.Header.Get("If-None-Match") == file.tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Vary", "Accept-Encoding")
		text := file.text
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
			text = file.zipped
		}
		_, _ = w.Write(text)
	}
}
