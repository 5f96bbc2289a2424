package io.distlock.faults.mutant;

import java.nio.file.Path;
import java.util.List;

import io.distlock.faults.fault.AllFaults;
import io.distlock.faults.round.Campaign;
import io.distlock.faults.round.RoundResult;
import io.distlock.faults.round.Setting;
import io.distlock.faults.store.AllStores;
import io.distlock.faults.store.Store;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * A campaign that finds nothing wrong with a broken lock would say nothing about a good
 * one.
 */
class BrokenLockTests {

	private static final int MOST_ROUNDS = 6;

	private static final Path OUT = Path.of("target", "mutants");

	private final MutantBuild build = new MutantBuild(OUT);

	@Test
	void releaseWithoutALookAtTheOwnerIsCaught() throws Exception {
		Mutant mutant = new Mutant("release-without-owner", "resources/io/distlock/redis/release.lua",
				"if owner == ARGV[1] then", "if owner then");
		assertThat(broken(mutant, "redis", "freeze-node")).containsAnyOf("C2", "C4");
	}

	@Test
	void tokensOfACounterThatIsResetAreCaught() throws Exception {
		Mutant mutant = new Mutant("plain-counter", "resources/io/distlock/redis/acquire.lua",
				"math.max((tonumber(found[2]) or 0) + 1, time[1] * 1000000 + time[2])",
				"(tonumber(found[2]) or 0) + 1");
		assertThat(broken(mutant, "redis", "forget-data")).contains("C1");
	}

	@Test
	void patchOfAClassIsCompiled() throws Exception {
		Mutant mutant = new Mutant("owner-of-the-jvm", "java/io/distlock/lease/OwnerIds.java", "getAndIncrement()",
				"get()");
		assertThat(this.build.build(mutant).resolve("io/distlock/lease/OwnerIds.class")).exists();
	}

	@Test
	void textThatIsNotThereIsRefused() {
		Mutant mutant = new Mutant("gone", "resources/io/distlock/redis/release.lua", "no such text", "");
		assertThatIllegalStateException().isThrownBy(() -> this.build.build(mutant))
			.withMessageContaining("'gone'")
			.withMessageContaining("not at all");
	}

	@Test
	void textThatIsThereTwiceIsRefused() {
		Mutant mutant = new Mutant("twice", "resources/io/distlock/redis/release.lua", "redis.pcall", "");
		assertThatIllegalStateException().isThrownBy(() -> this.build.build(mutant))
			.withMessageContaining("more than once");
	}

	@Test
	void replacementThatDoesNotCompileIsRefused() {
		Mutant mutant = new Mutant("nonsense", "java/io/distlock/lease/OwnerIds.java", "getAndIncrement()",
				"nonsense()");
		assertThatIllegalStateException().isThrownBy(() -> this.build.build(mutant))
			.withMessageContaining("does not compile");
	}

	/**
	 * Run rounds until one is bad.
	 * @return the rules that it broke
	 */
	private List<String> broken(Mutant mutant, String store, String fault) throws Exception {
		Store broken = AllStores.named(List.of(store)).get(0).get();
		Campaign campaign = new Campaign(Setting.patient(), MOST_ROUNDS, System.nanoTime(),
				OUT.resolve(mutant.name() + "-rounds"), System.out)
			.untilViolation();
		List<RoundResult> results = campaign.run(broken, AllFaults.named(List.of(fault)), this.build.build(mutant));
		return results.get(results.size() - 1).broken();
	}

}
