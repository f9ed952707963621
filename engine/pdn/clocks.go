package pdn

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"time"
)

// clock is the command in a comment that says what a player's clock showed after its move: PDN has it, as PGN does,
// from DGT's boards (https://pdn.fmjd.org/extensions.html). Some programs write fractions of seconds.
var clock = regexp.MustCompile(`\[%clk\s+(\d+):([0-5]?\d):([0-5]?\d(?:\.\d+)?)\s*\]`)

// TakeClocks takes the times out of a game's comments that stand in them as [%clk 0:05:12]: what a player had left
// after the move with an index. Of several in one comment the first counts. What is left are the comments for people,
// without those that are empty; a map is nil where it has nothing. The comments given stay as they are.
func TakeClocks(comments map[int]string) (left map[int]time.Duration, rest map[int]string) {
	for ply, text := range comments {
		text, times := cutClocks(text)
		if len(times) > 0 {
			if left == nil {
				left = map[int]time.Duration{}
			}
			left[ply] = times[0]
		}
		if text != "" {
			if rest == nil {
				rest = map[int]string{}
			}
			rest[ply] = text
		}
	}
	return left, rest
}

// PutClocks is a game's comments with times in front of them, for Write: what a player had left after the move with
// an index, in whole seconds, and no less than none. A time takes the place of one that stands in the comment.
func PutClocks(comments map[int]string, left map[int]time.Duration) map[int]string {
	with := maps.Clone(comments)
	if with == nil && len(left) > 0 {
		with = map[int]string{}
	}
	for ply, shown := range left {
		text, _ := cutClocks(comments[ply])
		with[ply] = strings.TrimRight(clockText(shown)+" "+text, " ")
	}
	return with
}

// cutClocks is a comment without its times, those that come together by it included, and those. A time that no clock
// can show stays.
func cutClocks(text string) (rest string, times []time.Duration) {
	if !strings.Contains(text, "[%clk") {
		return text, nil
	}
	rest = clock.ReplaceAllStringFunc(text, func(command string) string {
		parts := clock.FindStringSubmatch(command)
		left, err := time.ParseDuration(parts[1] + "h" + parts[2] + "m" + parts[3] + "s")
		if err != nil { // hundreds of years
			return command
		}
		times = append(times, left)
		return " "
	})
	if len(times) == 0 {
		return text, nil
	}
	rest, more := cutClocks(strings.Join(strings.Fields(rest), " "))
	return rest, append(times, more...)
}

func clockText(left time.Duration) string {
	seconds := int64(max(left, 0) / time.Second)
	return fmt.Sprintf("[%%clk %d:%02d:%02d]", seconds/3600, seconds/60%60, seconds%60)
}
