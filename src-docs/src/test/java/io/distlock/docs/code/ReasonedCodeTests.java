// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.code;

import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import io.distlock.docs.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Code that follows a protocol names the page that says why. So a reader who is about to
 * change a rule finds its reason.
 */
class ReasonedCodeTests {

	private static final Pattern PAGE = Pattern.compile("See the page '(?<page>[\\w-]+)'");

	private static final Map<String, List<String>> PROTOCOLS = Map.of("engine-protocol",
			List.of("LeaseLockEngine", "LockProvider", "HoldRules", "RemoteLease", "Watchdog", "KeyQueue", "Waiter",
					"Withdrawals", "ProviderCalls"),
			"redis-protocol", List.of("LockScripts", "LockLister", "RedisContender"), //
			"redlock", List.of("RedlockProvider"), //
			"record-protocol",
			List.of("RecordLockProvider", "LockRecord", "StoreClock", "RecordStore", "AzureBlobLockProvider",
					"NatsLockProvider"), //
			"memcached", List.of("MemcachedLockProvider"), //
			"jdbc-protocol",
			List.of("LockSql", "LockStatements", "ShareStatements", "JdbcContender", "PostgresWakeUps"), //
			"zookeeper-protocol",
			List.of("ZooKeeperLockProvider", "ZooKeeperContender", "ZooKeeperJobLedger", "Session", "HeldPlace",
					"LockPath", "Front"),
			"line-protocol",
			List.of("LineLockProvider", "LineContender", "Sessions", "Slots", "LineJobLedger", "EtcdLineStore",
					"ConsulLineStore"), //
			"job-protocol", List.of("JobLedger", "JobRules", "TriggerRules", "RetryRules", "DueTimes", "JobRunner"),
			"leader", List.of("LeaderElection", "Campaign", "Candidacy", "ElectionModel"));

	static final List<String> PAGES = List.copyOf(PROTOCOLS.keySet());

	private static final JavaSources SOURCES = JavaSources.read();

	@ParameterizedTest
	@FieldSource("PAGES")
	void codeNamesItsPage(String page) {
		assertThat(PROTOCOLS.get(page)).allSatisfy(
				(type) -> assertThat(SOURCES.of(type)).as(type).anyMatch((source) -> pages(source).contains(page)));
	}

	@Test
	void eachPageThatCodeNamesExists() {
		List<String> named = SOURCES.files()
			.values()
			.stream()
			.flatMap(List::stream)
			.flatMap((source) -> pages(source).stream())
			.distinct()
			.toList();
		assertThat(named).hasSizeGreaterThanOrEqualTo(PROTOCOLS.size())
			.allSatisfy((page) -> assertThat(Document.PAGES.resolve(page + ".adoc")).exists());
	}

	private static List<String> pages(String source) {
		return PAGE.matcher(source).results().map((MatchResult page) -> page.group(1)).toList();
	}

}
