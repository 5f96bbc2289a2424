package io.distlock.faults.mutant;

import java.util.List;

import io.distlock.faults.round.Setting;

/**
 * Where a mutant has to be caught.
 *
 * @param mutant the mutant
 * @param store the store that it is put in
 * @param fault what has to go wrong for the bug to be seen
 * @param rules the rules that it breaks, one of which has to be found broken
 * @param rounds within how many rounds
 * @param setting what the rounds have in common
 * @since 0.1.0
 */
public record Trial(Mutant mutant, String store, String fault, List<String> rules, int rounds, Setting setting) {
}
