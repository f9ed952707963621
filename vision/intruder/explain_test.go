package intruder

import (
	"strings"
	"testing"
)

// What may be a hand among what the arm does not explain: # is that, in the area;
// + is that beside it; - and = are covered by the arm, in the area and beside it.
func TestForeign(t *testing.T) {
	for _, tt := range []struct {
		name        string
		hand, under bool
		picture     string
	}{
		{"nothing", false, false, `
			..........
			   ---    
			   ---    
			          `},
		{"a disc beside the arm", false, false, `
			..........
			   ---##  
			   ---##  
			          `},
		{"more than a disc", true, false, `
			..........
			   ---### 
			   ---### 
			          `},
		{"a finger from beside the area", true, false, `
			......++..
			   ---##  
			   ---##  
			          `},
		{"a finger beneath a beam", true, false, `
			..+++.....
			----------
			  ###     
			          `},
		{"a disc before a beam, and somebody elsewhere", false, false, `
			.......+++.
			-----      
			  ##       
			  ##       
			           `},
		{"what goes beneath the beam", false, true, `
			..+++.....
			..+++.....
			----------
			          `},
		{"what stays beside it", false, false, `
			..+++.....
			..+++.....
			          
			----------
			          `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows := strings.Split(strings.ReplaceAll(tt.picture[1:], "\t", ""), "\n")
			w := Watch{columns: len(rows[0]), rows: len(rows), least: 3, big: 6}
			var among, covered []bool
			for _, c := range strings.Join(rows, "") {
				w.inside = append(w.inside, strings.ContainsRune(" #-", c))
				among = append(among, strings.ContainsRune("#+", c))
				covered = append(covered, strings.ContainsRune("-=", c))
			}
			if hand, under := w.foreign(among, covered), w.goesOn(among, covered); hand != tt.hand || under != tt.under {
				t.Errorf("hand %v, under %v, want %v, %v", hand, under, tt.hand, tt.under)
			}
		})
	}
}
