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

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import org.junit.jupiter.api.Test;

/**
 * The contracts are published without the other tests of this module, so they do without
 * them.
 */
class ContractRulesTests {

	private static final String CONTRACT = "io.distlock.contract";

	private static final DescribedPredicate<JavaClass> OTHER_TESTS = DescribedPredicate.describe(
			"belong to other tests",
			(type) -> !type.getPackageName().equals(CONTRACT) && type.getSource()
				.filter((source) -> source.getUri().toString().contains("/test-classes/"))
				.isPresent());

	/**
	 * As in the pom of this module.
	 */
	private static final DescribedPredicate<JavaClass> PUBLISHED = DescribedPredicate.describe("are published",
			(type) -> type.getPackageName().equals(CONTRACT) && !type.getName().matches(".*\\.(Skewed|JobProcess).*"));

	@Test
	void publishedContractsKnowNoOtherTests() {
		ArchRuleDefinition.noClasses()
			.that(PUBLISHED)
			.should()
			.dependOnClassesThat(OTHER_TESTS)
			.orShould()
			.dependOnClassesThat()
			.haveNameMatching("io\\.distlock\\.contract\\.(Skewed|JobProcess).*")
			.check(new ClassFileImporter().importPackages("io.distlock"));
	}

}
