/*
 * Copyright 2026-present the original author or authors.
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *      https://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */

package io.distlock.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.distlock.scheduling.ledger.EscapedLine;
import io.distlock.scheduling.ledger.JobRun;
import io.distlock.scheduling.ledger.JobRunText;
import io.distlock.scheduling.ledger.JobState;
import io.distlock.scheduling.ledger.JobStateText;

/**
 * What nodes of cluster jobs hold: lines of text that people can read.
 */
final class JobData {

	private static final Comparator<JobRun> LATEST_FIRST = Comparator.comparing(JobRun::fireTime)
		.thenComparing(JobRun::attempt)
		.reversed();

	/**
	 * What servers take at once is a mebibyte, unless they are told otherwise.
	 */
	private static final int MAX_BYTES = 900_000;

	private JobData() {
	}

	static byte[] of(JobState state) {
		return bytes(JobStateText.of(state));
	}

	static JobState state(byte[] data) {
		return JobStateText.parse(text(data));
	}

	static List<JobRun> runs(byte[] data) {
		return text(data).lines().map(EscapedLine::parse).map(JobRunText::parse).toList();
	}

	/**
	 * Return the records of before with others added or replaced, as many as shall be
	 * kept and one node takes.
	 */
	static byte[] merged(List<JobRun> before, List<JobRun> added, int historySize) {
		Map<JobRun, String> runs = new TreeMap<>(LATEST_FIRST);
		Stream.concat(before.stream(), added.stream())
			.forEach((run) -> runs.put(run, EscapedLine.of(JobRunText.of(run))));
		byte[] all = bytes(runs.values().stream().limit(historySize).collect(Collectors.joining("\n")));
		return (all.length <= MAX_BYTES) ? all : wholeLines(all);
	}

	private static byte[] wholeLines(byte[] all) {
		int end = MAX_BYTES;
		while (all[end] != '\n') {
			end--;
		}
		return Arrays.copyOf(all, end);
	}

	private static byte[] bytes(String text) {
		return text.getBytes(StandardCharsets.UTF_8);
	}

	private static String text(byte[] bytes) {
		return new String(bytes, StandardCharsets.UTF_8);
	}

}
