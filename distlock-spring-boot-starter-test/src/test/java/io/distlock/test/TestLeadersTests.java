// SPDX-License-Identifier: Apache-2.0

package io.distlock.test;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

import io.distlock.annotation.LeaderOnly;
import io.distlock.leader.lifecycle.LeaderGrantedEvent;
import io.distlock.leader.lifecycle.LeaderRevokedEvent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.event.EventListener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests that say which node leads.
 */
@SpringBootTest(classes = TestLeadersTests.Reports.class)
@AutoConfigureDistlock
@Timeout(60)
class TestLeadersTests {

	@Autowired
	private TestLeaders leaders;

	@Autowired
	private TestLocks locks;

	@Autowired
	private Reports reports;

	@BeforeEach
	void forget() {
		this.leaders.lead("reports");
		this.reports.events().clear();
	}

	@RepeatedTest(3)
	void methodRunsWhereTheApplicationLeadsAndNotWhereAnotherNodeDoes() {
		int before = this.reports.written();
		this.reports.write();
		assertThat(this.reports.written()).isEqualTo(before + 1);
		this.leaders.leadElsewhere("reports");
		assertThat(this.leaders.led()).isEmpty();
		this.reports.write();
		assertThat(this.reports.written()).isEqualTo(before + 1);
		this.leaders.lead("reports");
		this.reports.write();
		assertThat(this.reports.written()).isEqualTo(before + 2);
		assertThat(this.reports.events()).containsExactly("revoked LOST", "granted");
	}

	@Test
	void otherNodeThatEndsLetsTheApplicationLead() {
		try (RemoteHold other = this.leaders.leadElsewhere("reports")) {
			assertThat(other.isHeld()).isTrue();
			assertThatIllegalStateException().isThrownBy(() -> this.leaders.leadElsewhere("reports"));
		}
		this.leaders.lead("reports");
		assertThat(this.leaders.led()).containsExactly("reports");
	}

	@Test
	void rolesSurviveTheEndOfATest() {
		this.locks.reset();
		assertThat(this.leaders.led()).containsExactly("reports");
		assertThat(this.reports.events()).isEmpty();
	}

	static class Reports {

		private final AtomicInteger written = new AtomicInteger();

		private final List<String> events = new CopyOnWriteArrayList<>();

		@LeaderOnly("reports")
		void write() {
			this.written.incrementAndGet();
		}

		int written() {
			return this.written.get();
		}

		List<String> events() {
			return this.events;
		}

		@EventListener
		void granted(LeaderGrantedEvent event) {
			this.events.add("granted");
		}

		@EventListener
		void revoked(LeaderRevokedEvent event) {
			this.events.add("revoked " + event.reason());
		}

	}

}
