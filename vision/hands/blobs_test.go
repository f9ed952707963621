package hands

import (
	"strings"
	"testing"
)

// What may be a hand among what the arm does not explain: # is that, in the area; + is that beside it; - and = are
// covered by the arm, in the area and beside it.
func TestContainsHand(t *testing.T) {
	for _, tt := range []struct {
		name    string
		hand    bool
		picture string
	}{
		{"nothing", false, `
			..........
			   ---    
			   ---    
			          `},
		{"a disc beside the arm", false, `
			..........
			   ---##  
			   ---##  
			          `},
		{"more than a disc", true, `
			..........
			   ---### 
			   ---### 
			          `},
		{"a finger from beside the area", true, `
			......++..
			   ---##  
			   ---##  
			          `},
		{"a finger beneath a beam", true, `
			..+++.....
			----------
			  ###     
			          `},
		{"a disc before a beam, and somebody elsewhere", false, `
			.......+++.
			-----      
			  ##       
			  ##       
			           `},
		{"what goes beneath the beam", false, `
			..+++.....
			..+++.....
			----------
			          `},
		{"what stays beside it", false, `
			..+++.....
			..+++.....
			          
			----------
			          `},
	} {
		t.Run(tt.name, func(t *testing.T) {
			rows := strings.Split(strings.ReplaceAll(tt.picture[1:], "\t", ""), "\n")
			w := Detector{columns: len(rows[0]), rows: len(rows), fingertipCells: 3, largeCells: 6}
			var among, covered []bool
			for _, c := range strings.Join(rows, "") {
				w.inArea = append(w.inArea, strings.ContainsRune(" #-", c))
				among = append(among, strings.ContainsRune("#+", c))
				covered = append(covered, strings.ContainsRune("-=", c))
			}
			if hand := w.containsHand(among, covered); hand != tt.hand {
				t.Errorf("hand %v, want %v", hand, tt.hand)
			}
		})
	}
}
