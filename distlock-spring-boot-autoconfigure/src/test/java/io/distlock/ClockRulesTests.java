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

package io.distlock;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.Date;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/**
 * A node whose wall clock is wrong, is stepped or lives in another zone must not matter:
 * leases are timed by the store and by the monotonic clock, and nothing else is read. An
 * instant may come from the store, and from nowhere else.
 */
class ClockRulesTests {

	private final JavaClasses classes = new ClassFileImporter().withImportOption(new DoNotIncludeTests())
		.importPackages("io.distlock");

	@Test
	void locksDoNotReadTheWallClock() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAnyPackage("io.distlock", "io.distlock.lease..", "io.distlock.jdbc..", "io.distlock.provider..",
					"io.distlock.redis..", "io.distlock.interceptor..", "io.distlock.fencing..")
			.should()
			.callMethod(System.class, "currentTimeMillis")
			.orShould()
			.callMethod(Instant.class, "now")
			.orShould()
			.dependOnClassesThat()
			.belongToAnyOf(Clock.class, LocalDateTime.class, ZonedDateTime.class, Date.class)
			.check(this.classes);
	}

}
