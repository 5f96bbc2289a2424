// SPDX-License-Identifier: Apache-2.0

package io.distlock.autoconfigure;

import java.util.List;
import java.util.function.Supplier;

import io.distlock.autoconfigure.internal.LockProviderChoice;
import io.distlock.autoconfigure.store.LockConfigurationException;
import io.distlock.autoconfigure.store.LockProviderCandidate;
import io.distlock.local.LocalLockProvider;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The choice between stores.
 */
class LockProviderChoiceTests {

	private static final Candidate LOCAL = new Candidate("local", false);

	private static final Candidate TABLE = new Candidate("table", true);

	private static final Candidate CACHE = new Candidate("cache", true);

	@ParameterizedTest
	@NullSource
	@ValueSource(strings = { "", " " })
	void onlyOfferedCandidateIsChosenWhenNothingIsNamed(String named) {
		LockProviderChoice choice = choice(named, () -> List.of(LOCAL, TABLE));
		assertThat(choice.choose()).isSameAs(TABLE);
		assertThat(choice.isChosen("table")).isTrue();
		assertThat(choice.isChosen("local")).isFalse();
	}

	@ParameterizedTest
	@ValueSource(strings = { "cache", " cache ", "CACHE" })
	void namedCandidateIsChosenAmongSeveral(String named) {
		LockProviderChoice choice = choice(named, () -> List.of(LOCAL, TABLE, CACHE));
		assertThat(choice.choose()).isSameAs(CACHE);
		assertThat(choice.isChosen("table")).isFalse();
	}

	@Test
	void candidateThatDoesNotOfferItselfIsChosenWhenNamed() {
		assertThat(choice("local", () -> List.of(LOCAL, TABLE)).choose()).isSameAs(LOCAL);
	}

	@Test
	void severalOfferedCandidatesFailWithTheChoiceSpelledOut() {
		LockProviderChoice choice = choice(null, () -> List.of(LOCAL, TABLE, CACHE));
		assertThat(choice.isChosen("table")).isFalse();
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(choice::choose).satisfies((ex) -> {
			assertThat(ex.getDescription()).contains("cache, table");
			assertThat(ex.getAction()).contains("distlock.provider=table or distlock.provider=cache");
		});
	}

	@Test
	void noOfferedCandidateFailsWithTheWaysOut() {
		LockProviderChoice choice = choice(null, () -> List.of(LOCAL));
		assertThat(choice.isChosen("local")).isFalse();
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(choice::choose).satisfies((ex) -> {
			assertThat(ex.getDescription()).contains("distlock.provider is not set").contains("local");
			assertThat(ex.getAction()).contains("distlock.provider=local")
				.contains("distlock.enabled=false")
				.contains("spring-boot-starter-jdbc")
				.contains("spring.data.redis.host")
				.contains("distlock.zookeeper.connect-string")
				.contains("io.distlock:distlock-etcd")
				.contains("io.distlock.provider.LockProvider");
		});
	}

	@Test
	void unknownCandidateFailsWithTheNeedsOfEachStore() {
		LockProviderChoice choice = choice("reddis", () -> List.of(LOCAL));
		assertThatExceptionOfType(LockConfigurationException.class).isThrownBy(choice::choose).satisfies((ex) -> {
			assertThat(ex.getDescription()).contains("'reddis'");
			assertThat(ex.getAction()).contains("'jdbc' needs spring-boot-starter-jdbc",
					"'redis' needs spring-boot-starter-data-redis", "'zookeeper' needs org.apache.curator",
					"io.distlock:distlock-etcd", "'local' needs nothing");
		});
	}

	private static LockProviderChoice choice(@Nullable String named, Supplier<List<LockProviderCandidate>> candidates) {
		return new LockProviderChoice(named, candidates, LockProviderChoiceTests.class.getClassLoader());
	}

	private record Candidate(String name, boolean isOffered) implements LockProviderCandidate {

		@Override
		public LockProvider create() {
			return new LocalLockProvider();
		}

	}

}
