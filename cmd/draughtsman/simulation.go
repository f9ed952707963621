package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"draughtsman/calibration"
	"draughtsman/engine/checkers"
	"draughtsman/internal/config"
	"draughtsman/internal/robot/rig"
	"draughtsman/internal/table"
	"draughtsman/vision/camera"
)

// simulation is a simulated table that runs in this process, described in files
// as a real one is.
type simulation struct {
	table  *table.Table
	config string // the description's path
	folder string // removed with the table; "": none
	truth  *truthFile
	stop   context.CancelFunc
}

// touched are the squares that stand for a person's touching with the tool.
var touched = []int{1, 4, 29, 32}

// startSimulation sets a simulated table up, calibrates it as a person would,
// and writes its description into a folder.
func startSimulation(ctx context.Context, s *session, folder, truthPath string, o table.Options) (_ *simulation, err error) {
	sim := &simulation{config: filepath.Join(folder, "table.yaml")}
	if sim.truth, err = createTruth(truthPath); err != nil {
		return nil, err
	}
	o.Truth = sim.truth.writer()
	ctx, sim.stop = context.WithCancel(ctx)
	defer func() {
		if err != nil {
			err = errors.Join(err, sim.Close())
		}
	}()
	if sim.table, err = table.Start(ctx, o); err != nil {
		return nil, err
	}
	described := describe(sim.table)
	if err = described.Save(sim.config); err != nil {
		return nil, err
	}
	return sim, calibrate(ctx, s, sim)
}

// describe is the description of a simulated table.
func describe(t *table.Table) config.Table {
	d := config.Example()
	d.Camera.Source = t.CameraURL()
	d.Arm.Port = t.PortPath()
	return d
}

// calibrate runs both calibrations on a simulated table, through its camera and
// from touched squares, and saves what they find.
func calibrate(ctx context.Context, s *session, sim *simulation) error {
	described, err := config.Load(sim.config)
	if err != nil {
		return err
	}
	cam, err := camera.Open(ctx, described.Camera.Source, camera.Options{Log: s.log})
	if err != nil {
		return err
	}
	defer cam.Close()
	made, err := rig.CalibrateBoard(ctx, described, cam, nil, time.Now())
	if err != nil {
		return fmt.Errorf("the simulated table could not be calibrated: %w", err)
	}
	var touches []calibration.Touch
	for _, square := range touched {
		at := sim.table.Touch(checkers.Square(square))
		touches = append(touches, calibration.Touch{Square: square, At: calibration.ArmPoint(at)})
	}
	frame, err := calibration.FitArm(described.Board, touches)
	if err != nil {
		return fmt.Errorf("the simulated table could not be calibrated: %w", err)
	}
	made.Arm = &frame
	return made.Save(described.Calibration)
}

// Close stops the table and finishes the truth file.
func (sim *simulation) Close() error {
	sim.stop()
	var err error
	if sim.table != nil {
		err = sim.table.Close()
	}
	if sim.folder != "" {
		err = errors.Join(err, os.RemoveAll(sim.folder))
	}
	return errors.Join(err, sim.truth.close())
}

// truthFile is where the true state goes; nil writes nowhere.
type truthFile struct {
	file *os.File
	text *bufio.Writer
}

func createTruth(path string) (*truthFile, error) {
	if path == "" {
		return nil, nil
	}
	file, err := os.Create(path)
	if err != nil {
		return nil, fmt.Errorf("the truth cannot be written: %w", err)
	}
	return &truthFile{file: file, text: bufio.NewWriter(file)}, nil
}

func (t *truthFile) writer() io.Writer {
	if t == nil {
		return nil
	}
	return t.text
}

func (t *truthFile) close() error {
	if t == nil {
		return nil
	}
	return errors.Join(t.text.Flush(), t.file.Close())
}
