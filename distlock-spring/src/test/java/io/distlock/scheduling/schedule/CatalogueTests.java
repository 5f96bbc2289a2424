// SPDX-License-Identifier: Apache-2.0

package io.distlock.scheduling.schedule;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.distlock.scheduling.JobHandlerOptions;
import io.distlock.scheduling.JobSchedule;
import io.distlock.scheduling.ledger.JobLedger.JobEntry;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.rules.ScheduleRules;
import io.distlock.scheduling.trigger.NoFireTimes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Tests for {@link Catalogue}, and what it keeps.
 */
class CatalogueTests {

	private static final Instant NOW = Instant.parse("2026-05-01T00:00:00Z");

	private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

	private JobState state = JobState.unknown();

	private final Map<Instant, JobRun> records = new TreeMap<>();

	private long version;

	private Catalogue catalogue() {
		return Catalogue.of(new JobEntry(this.version, this.state, NOW), new ArrayList<>(this.records.values()));
	}

	private void write(Catalogue.Change change) {
		this.version++;
		this.state = change.state();
		change.records().forEach((record) -> this.records.put(record.fireTime(), record));
	}

	private CatalogueEntry entry(String name, JobSchedule schedule) {
		CatalogueEntry parsed = ScheduleParser.parse(name, schedule);
		return new CatalogueEntry(name, parsed.handler(), parsed.trigger(), parsed.parameters(),
				catalogue().nextRevision(), NOW, CatalogueEntry.End.NONE);
	}

	@Test
	void schedulesAreReadAsTheyWereWritten() {
		List<CatalogueEntry> written = new ArrayList<>();
		for (JobSchedule schedule : List.of(JobSchedule.cron("ü handler", "0 0 6 * * MON-FRI", BERLIN),
				JobSchedule.fixedRate("h", Duration.ofMillis(1500)),
				JobSchedule.fixedDelay("h", Duration.ofHours(1)).withParameters("{\n\t\"a b\": [1, \"}日本\\n\"]}"),
				JobSchedule.once("h", NOW.plusMillis(1)))) {
			CatalogueEntry entry = entry("a name/" + written.size() + "{%+", schedule);
			written.add(entry);
			write(catalogue().with(List.of(entry)));
		}
		assertThat(catalogue().slots().values()).containsExactlyElementsOf(written);
		assertThat(written.get(2).parameters()).isEqualTo("{  \"a b\": [1, \"}\\u65e5\\u672c\\n\"]}");
		assertThat(written).extracting(CatalogueEntry::revision).isSorted().doesNotHaveDuplicates();
		assertThat(catalogue().nextRevision()).isGreaterThan(written.get(3).revision());
		assertThat(this.records.values()).allSatisfy((record) -> assertThat(record.error()).isASCII());
	}

	@Test
	void scheduleKeepsItsSlotAndLeavesItWhenItIsForgotten() {
		List<String> names = List.of("a", "b", "c");
		names.forEach((name) -> write(
				catalogue().with(List.of(entry(name, JobSchedule.fixedRate("h", Duration.ofMinutes(1)))))));
		CatalogueEntry changed = entry("b", JobSchedule.fixedRate("h", Duration.ofMinutes(2)));
		write(catalogue().with(List.of(changed)));
		assertThat(catalogue().slots().get(1)).isEqualTo(changed);
		CatalogueEntry ended = changed.ended(CatalogueEntry.End.UNSCHEDULED, catalogue().nextRevision(), NOW);
		write(catalogue().with(List.of(ended)));
		assertThat(ended.rules().trigger()).isInstanceOf(NoFireTimes.class);
		assertThat(catalogue().oldest()).contains(ended);
		long revision = catalogue().revision();
		write(catalogue().without("b"));
		assertThat(catalogue().slots()).containsOnlyKeys(0, 2);
		assertThat(catalogue().revision()).as("goes on").isEqualTo(revision);
		write(catalogue().with(List.of(entry("d", JobSchedule.once("h", NOW)))));
		assertThat(catalogue().slots().get(1).name()).isEqualTo("d");
		assertThat(this.records).hasSize(3);
	}

	@Test
	void catalogueHasABound() {
		for (int i = 0; i < Catalogue.MOST; i++) {
			assertThat(catalogue().hasRoomFor("s" + i)).isTrue();
			write(catalogue().with(List.of(entry("s" + i, JobSchedule.once("h", NOW)))));
		}
		assertThat(catalogue().hasRoomFor("another")).isFalse();
		assertThat(catalogue().hasRoomFor("s7")).isTrue();
		assertThat(catalogue().slots()).hasSize(Catalogue.MOST);
	}

	@Test
	void revisionLiesAboveThoseOfACatalogueThatWasLost() {
		Catalogue lost = Catalogue.of(new JobEntry(0, JobState.unknown(), NOW), List.of());
		Catalogue later = Catalogue.of(new JobEntry(0, JobState.unknown(), NOW.plusSeconds(60)), List.of());
		assertThat(later.nextRevision()).isGreaterThan(lost.nextRevision() + 1000);
		assertThat(lost.nextRevision()).isGreaterThan(ScheduleRules.FIRST_REVISION);
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "[]", "{", "{}}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "{\"a\":01}",
			"{\"a\":tru}", "{\"a\":\"\\x\"}", "{\"a\":\"\\u12\"}", "{\"a\":\"b", "{\"a\":[1 2]}", "{} x", "null" })
	void whatIsNoJsonObjectIsRefused(String json) {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> ScheduleParser.parse("job", JobSchedule.once("h", NOW).withParameters(json)))
			.withMessageContaining("'job'")
			.withMessageContaining("no JSON object");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{}", " { } ", "{\"a\":{\"b\":[]}}",
			"{\"a\":-1.5e+3,\"b\":[true,false,null,\"\\u00fc\\\\\"]}" })
	void jsonObjectIsKept(String json) {
		assertThat(ScheduleParser.parse("job", JobSchedule.once("h", NOW).withParameters(json)).parameters())
			.isEqualTo(json.strip());
	}

	@Test
	void whatCannotWorkIsRefused() {
		assertRefused("job", JobSchedule.cron("h", "0 0 0 31 2 *", BERLIN), "never fires");
		assertRefused("job", JobSchedule.cron("h", "nonsense", BERLIN), "nonsense");
		assertRefused("job", JobSchedule.fixedRate("h", Duration.ofMillis(9)), "at least PT0.01S");
		assertRefused("job", JobSchedule.fixedDelay("h", Duration.ofDays(40_000)), "at most");
		assertRefused(" ", JobSchedule.once("h", NOW), "must not be blank");
		assertRefused("n".repeat(151), JobSchedule.once("h", NOW), "150");
		assertRefused("job", JobSchedule.once("", NOW), "handler");
		assertRefused(Catalogue.NAME, JobSchedule.once("h", NOW), "choose another");
		String json = "{\"a\":\"" + "b".repeat(JobSchedule.MAX_PARAMETERS) + "\"}";
		assertRefused("job", JobSchedule.once("h", NOW).withParameters(json), "at most 500");
		assertRefused("ü".repeat(150), JobSchedule.once("ü".repeat(100), NOW), "at most 1000");
	}

	private static void assertRefused(String name, JobSchedule schedule, String why) {
		assertThatIllegalArgumentException().isThrownBy(() -> ScheduleParser.parse(name, schedule))
			.withMessageContaining(why);
	}

	@Test
	void optionsOutOfTheirBoundsAreRefused() {
		JobHandlerOptions options = JobHandlerOptions.defaults();
		assertThatIllegalArgumentException().isThrownBy(() -> options.withLeaseTime(Duration.ZERO))
			.withMessageContaining("leaseTime");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> options.withRetry(0, Duration.ofSeconds(1), 1, Duration.ofSeconds(1)))
			.withMessageContaining("maxAttempts");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> options.withRetry(2, Duration.ofSeconds(2), 1, Duration.ofSeconds(1)))
			.withMessageContaining("maxRetryDelay");
	}

}
