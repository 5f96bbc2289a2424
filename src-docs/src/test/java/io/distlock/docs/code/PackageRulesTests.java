// SPDX-License-Identifier: Apache-2.0

package io.distlock.docs.code;

import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import io.distlock.LockMode;
import io.distlock.LockTemplate;
import io.distlock.internal.task.Durations;
import io.distlock.internal.thread.DaemonThreads;
import io.distlock.provider.LockKey;
import io.distlock.provider.LockProvider;
import org.jspecify.annotations.NullMarked;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What each package may know of the others.
 */
class PackageRulesTests {

	private static final String ROOT = "io.distlock";

	private static final String PROVIDER = "io.distlock.provider..";

	/**
	 * The mode and the key of a lock, which applications, the engine and the stores
	 * share, and which know none of them.
	 */
	private static final DescribedPredicate<JavaClass> MODE_OR_KEY = JavaClass.Predicates.type(LockMode.class)
		.or(JavaClass.Predicates.type(LockKey.class));

	private static final String[] AUTO_CONFIGURATION = { "io.distlock.autoconfigure..",
			"io.distlock.*.autoconfigure.." };

	private static final String[] BOOT_AWARE = { "io.distlock.autoconfigure..", "io.distlock.*.autoconfigure..",
			"io.distlock.internal.actuate..", "io.distlock.console.." };

	/**
	 * An annotation and its container know each other by the language.
	 */
	private static final String ANNOTATIONS = "io.distlock.annotation";

	/**
	 * The modules whose internal packages a module uses, besides those of core.
	 */
	private static final Map<String, Set<String>> INTERNALS = Map.of("distlock-zookeeper", Set.of("distlock-line"),
			"distlock-transactions", Set.of("distlock-jdbc"), "distlock-redlock",
			Set.of("distlock-redis", "distlock-spring-boot-autoconfigure"));

	private static final Pattern MODULE = Pattern.compile("/(distlock-[a-z-]*[a-z])(?:/target/|-\\d)");

	private static final JavaClasses classes = new ClassFileImporter()
		.withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
		.withImportOption((location) -> !location.contains("/io/distlock/contract/")
				&& !location.contains("/io/distlock/testserver/") && !location.contains("/io/distlock/test/")
				&& !location.contains("/src-docs/"))
		.importPackages(ROOT);

	@Test
	void classesOfTheLibraryAreChecked() {
		assertThat(classes.contain(LockTemplate.class)).isTrue();
		assertThat(classes.contain(PackageRulesTests.class)).isFalse();
	}

	@Test
	void packagesHaveNoCycles() {
		check(SlicesRuleDefinition.slices()
			.matching("io.distlock.(**)")
			.should()
			.beFreeOfCycles()
			.because("a package that can be read without those that use it can be moved and replaced"));
	}

	static List<String> packages() {
		return classes.stream()
			.map(JavaClass::getPackageName)
			.distinct()
			.filter((name) -> !name.equals(ANNOTATIONS))
			.sorted()
			.toList();
	}

	@ParameterizedTest
	@MethodSource("packages")
	void classesOfAPackageHaveNoCycles(String packageName) {
		check(SlicesRuleDefinition.slices()
			.assignedFrom(new TopLevelClasses(packageName))
			.should()
			.beFreeOfCycles()
			.because("a class that can be read without those that use it can be understood and tested by itself"));
	}

	@ParameterizedTest
	@MethodSource("packages")
	void roomsAreSmall(String packageName) {
		assertThat(classes.stream()
			.filter((type) -> type.getPackageName().equals(packageName) && type.isTopLevelClass()
					&& !type.getSimpleName().equals("package-info"))
			.map(JavaClass::getSimpleName)).as("a newcomer looks over a room at a glance").hasSizeLessThanOrEqualTo(30);
	}

	@ParameterizedTest
	@MethodSource("packages")
	void roomsAreLow(String packageName) {
		Map<String, Set<String>> below = new TreeMap<>();
		for (JavaClass type : classes) {
			if (type.getPackageName().equals(packageName)) {
				Set<String> known = below.computeIfAbsent(topLevel(type), (name) -> new TreeSet<>());
				type.getDirectDependenciesFromSelf()
					.stream()
					.map((dependency) -> dependency.getTargetClass().getBaseComponentType())
					.filter((other) -> other.getPackageName().equals(packageName))
					.forEach((other) -> known.add(topLevel(other)));
			}
		}
		Map<String, List<String>> ways = new HashMap<>();
		List<String> longest = below.keySet()
			.stream()
			.map((type) -> longestWay(type, below, ways))
			.max(Comparator.comparingInt(List::size))
			.orElse(List.of());
		assertThat(longest).as("to understand a class, one reads those below it").hasSizeLessThanOrEqualTo(8);
	}

	/**
	 * Return the longest way from a class of a package down to one that knows no other.
	 * There is no circle, see {@link #classesOfAPackageHaveNoCycles}.
	 */
	private static List<String> longestWay(String type, Map<String, Set<String>> below,
			Map<String, List<String>> ways) {
		List<String> known = ways.get(type);
		if (known != null) {
			return known;
		}
		List<String> way = new ArrayList<>(List.of(type));
		below.getOrDefault(type, Set.of())
			.stream()
			.filter((other) -> !other.equals(type))
			.map((other) -> longestWay(other, below, ways))
			.max(Comparator.comparingInt(List::size))
			.ifPresent(way::addAll);
		ways.put(type, way);
		return way;
	}

	private static String topLevel(JavaClass type) {
		return type.getEnclosingClass().map(PackageRulesTests::topLevel).orElse(type.getSimpleName());
	}

	@Test
	void internalsAreUsedByTheModulesNamed() {
		Set<String> others = new TreeSet<>();
		for (JavaClass type : classes) {
			String module = module(type);
			for (Dependency dependency : type.getDirectDependenciesFromSelf()) {
				JavaClass used = dependency.getTargetClass().getBaseComponentType();
				if (isInternal(used) && !mayUse(module, module(used))) {
					others.add("%s -> %s".formatted(type.getName(), used.getName()));
				}
			}
		}
		assertThat(others).as("uses of internal classes of another module").isEmpty();
	}

	private static boolean mayUse(String module, String other) {
		return module.equals(other) || other.equals("distlock-core")
				|| module.equals("distlock-spring-boot-autoconfigure")
				|| INTERNALS.getOrDefault(module, Set.of()).contains(other);
	}

	private static String module(JavaClass type) {
		Matcher module = MODULE.matcher(type.getSource().orElseThrow().getUri().toString());
		assertThat(module.find()).as(type.getName()).isTrue();
		return module.group(1);
	}

	private static boolean isInternal(JavaClass type) {
		return type.getPackageName().startsWith(ROOT) && type.getPackageName().contains(".internal");
	}

	/**
	 * Constructors of providers are called by the auto-configuration, too, with clients
	 * of the library's own.
	 */
	@Test
	void signaturesOfTheApiHaveNoInternalType() {
		Set<String> found = new TreeSet<>();
		for (JavaClass type : classes) {
			if (isApi(type) && !type.getPackageName().contains(".autoconfigure")) {
				type.getMembers()
					.stream()
					.filter((member) -> member.getModifiers().contains(JavaModifier.PUBLIC)
							|| member.getModifiers().contains(JavaModifier.PROTECTED))
					.filter((member) -> !(member instanceof JavaConstructor && type.isAssignableTo(LockProvider.class)))
					.filter((member) -> signature(member).anyMatch(PackageRulesTests::isInternal))
					.forEach((member) -> found.add(member.getFullName()));
			}
		}
		assertThat(found).as("public members with internal types").isEmpty();
	}

	/**
	 * The canonical constructor of a record changes with each attribute.
	 */
	@Test
	void recordsOfTheApiAreNamed() {
		assertThat(classes.stream()
			.filter((type) -> isApi(type) && type.isRecord() && type.getEnclosingClass().isEmpty())
			.map(JavaClass::getSimpleName))
			.as("types that grow are classes without a public constructor, or interfaces")
			.containsExactlyInAnyOrder("ClusterJobRunEvent", "JobRetry", "JobRun", "LeaderGrantedEvent",
					"LeaderRevokedEvent", "LockForceReleasedEvent", "LockLostEvent", "LockOwner", "Permits");
	}

	private static boolean isApi(JavaClass type) {
		return !isInternal(type) && type.getModifiers().contains(JavaModifier.PUBLIC)
				&& type.getEnclosingClass().map(PackageRulesTests::isApi).orElse(true);
	}

	private static Stream<JavaClass> signature(JavaMember member) {
		if (member instanceof JavaField field) {
			return field.getType().getAllInvolvedRawTypes().stream();
		}
		JavaCodeUnit unit = (JavaCodeUnit) member;
		return Stream.concat(unit.getParameterTypes().stream(), Stream.of(unit.getReturnType()))
			.flatMap((type) -> type.getAllInvolvedRawTypes().stream());
	}

	@Test
	void coreKnowsTheJdkTheLoggerAndNothingElse() {
		String[] core = { ROOT, "io.distlock.monitor", "io.distlock.transactional", "io.distlock.provider..",
				"io.distlock.lease..", "io.distlock.local..", "io.distlock.leader", "io.distlock.scheduling.ledger..",
				"io.distlock.internal.task", "io.distlock.internal.connection", "io.distlock.internal.thread",
				"io.distlock.internal.observer" };
		check(ArchRuleDefinition.classes()
			.that()
			.resideInAnyPackage(core)
			.should()
			.onlyDependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(core)
				.or(JavaClass.Predicates.resideInAnyPackage("java..", "org.slf4j..", "org.jspecify..")))
			.because("the engine and the contract of providers are of use without Spring"));
	}

	@Test
	void roomsOfRedisKnowThoseBelow() {
		String transport = "io.distlock.redis.internal.transport..";
		String settings = "io.distlock.redis.settings";
		knowsOnly("a client can be added without reading what is built on it", transport, transport, settings,
				PROVIDER);
		knowsOnly("messages are of use to any lock", "io.distlock.redis.internal.wakeup..",
				"io.distlock.redis.internal.wakeup..", transport, settings, PROVIDER);
		knowsOnly("a server is checked before there is any lock", "io.distlock.redis.internal.check..",
				"io.distlock.redis.internal.check..", transport, settings, PROVIDER);
		knowsOnly("a quorum is another protocol on the same keys", "io.distlock.redlock..", "io.distlock.redlock..",
				transport, "io.distlock.redis.internal.check..", PROVIDER);
	}

	@Test
	void roomsOfDatabasesKnowThoseBelow() {
		String queue = "io.distlock.jdbc.internal.queue..";
		String sql = "io.distlock.jdbc.internal.sql..";
		String dialect = "io.distlock.jdbc.internal.dialect..";
		knowsOnly("a database is what it is without locks", dialect, dialect, PROVIDER);
		knowsOnly("how nodes stand in line can be read by itself", queue, queue, sql, dialect, PROVIDER);
		knowsOnly("statements do not depend on where they run", sql, sql, dialect, PROVIDER);
		String connection = "io.distlock.jdbc.internal.connection..";
		knowsOnly("a connection is of use to any statement", connection, connection, dialect, PROVIDER);
		String table = "io.distlock.jdbc.internal.table..";
		knowsOnly("a table is created, used and purged whatever it contains", table, table, connection, dialect,
				PROVIDER);
	}

	@Test
	void poolsOfOthersAreKnownByTheirInterface() {
		check(ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage("io.distlock..")
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("com.zaxxer.hikari.util..", "com.zaxxer.hikari.pool..")
			.because("these packages change with any release of HikariCP"));
	}

	@Test
	void roomsOfJobsKnowThoseBelow() {
		String ledger = "io.distlock.scheduling.ledger..";
		String trigger = "io.distlock.internal.scheduling.trigger..";
		knowsOnly("fire times are a function of what the store knows", trigger, trigger, ledger);
		String rules = "io.distlock.internal.scheduling.rules..";
		knowsOnly("what happens to a job is a function of what the store knows", rules, rules, trigger, ledger);
		knowsOnly("an annotation is read before anything runs", "io.distlock.internal.scheduling.annotated..",
				"io.distlock.internal.scheduling.annotated..", "io.distlock.internal.scheduling",
				"io.distlock.scheduling", trigger, ledger, rules, "io.distlock.internal.interceptor.result..",
				"io.distlock.annotation..", ROOT);
		knowsOnly("applications see jobs, and not how they are run", "io.distlock.scheduling", "io.distlock.scheduling",
				ledger, PROVIDER, ROOT);
	}

	@Test
	void roomsOfTheAdviceKnowThoseBelow() {
		String result = "io.distlock.internal.interceptor.result..";
		knowsOnly("what a method returns does not depend on its lock", result, result, "io.distlock.annotation..",
				ROOT);
		knowsOnly("an expression is evaluated before there is a lock", "io.distlock.internal.interceptor.expression..",
				"io.distlock.internal.interceptor.expression..", result, "io.distlock.annotation..", ROOT);
		knowsOnly("an annotation is read before there is a call", "io.distlock.internal.interceptor.operation..",
				"io.distlock.internal.interceptor.operation..", "io.distlock.internal.interceptor.expression..", result,
				"io.distlock.annotation..", "io.distlock.transactional", ROOT);
	}

	/**
	 * A node whose wall clock is wrong, is stepped or lives in another zone must not
	 * matter: leases are timed by the store and by the monotonic clock, and nothing else
	 * is read. An instant may come from the store, and from nowhere else. When a node has
	 * started only orders what nodes have configured.
	 */
	@Test
	void locksDoNotReadTheWallClock() {
		check(ArchRuleDefinition.noClasses()
			.that()
			.resideInAnyPackage("io.distlock", "io.distlock.lease..", "io.distlock.internal.task",
					"io.distlock.line.internal", "io.distlock.internal.connection", "io.distlock.jdbc..",
					"io.distlock.provider..", "io.distlock.redis..", "io.distlock.internal.interceptor..",
					"io.distlock.fencing..", "io.distlock.transactional..")
			.and()
			.doNotHaveSimpleName("Engine")
			.should()
			.callMethod(System.class, "currentTimeMillis")
			.orShould()
			.callMethod(Instant.class, "now")
			.orShould()
			.dependOnClassesThat()
			.belongToAnyOf(Clock.class, LocalDateTime.class, ZonedDateTime.class, Date.class)
			.because("the clocks of nodes differ"));
	}

	@Test
	void engineDecidesByItsTickerOnly() {
		check(ArchRuleDefinition.noClasses()
			.that()
			.resideInAnyPackage("io.distlock.lease..", "io.distlock.internal.task")
			.and()
			.doNotHaveSimpleName("Ticker")
			.should()
			.callMethod(System.class, "nanoTime")
			.because("everything that the engine decides is tested on virtual time"));
	}

	@Test
	void providerContractKnowsOnlyTheJdk() {
		check(ArchRuleDefinition.classes()
			.that()
			.resideInAPackage("io.distlock.provider..")
			.should()
			.onlyDependOnClassesThat(JavaClass.Predicates
				.resideInAnyPackage("io.distlock.provider..", "java..", "javax..", "org.jspecify..")
				.or(MODE_OR_KEY))
			.because("a provider must need nothing else"));
	}

	@Test
	void apiKnowsNoLibraryPackageButTheProviderContract() {
		knowsOnly("applications see the API, and must not drag in what they do not use", ROOT, ROOT,
				"io.distlock.provider..");
	}

	@Test
	void engineKnowsApiAndProviderContract() {
		knowsOnly("the engine serves every store and every framework", "io.distlock.lease..", "io.distlock.lease..",
				"io.distlock.internal.task", "io.distlock.internal.observer", ROOT, "io.distlock.monitor",
				"io.distlock.provider..");
	}

	@Test
	void basesOfStoresKnowTheContracts() {
		knowsOnly("what such stores have in common does not depend on one of them", "io.distlock.line..",
				"io.distlock.line..", ROOT, PROVIDER, "io.distlock.scheduling.ledger..");
		knowsOnly("what such stores have in common does not depend on one of them", "io.distlock.record..",
				"io.distlock.record..", ROOT, PROVIDER, "io.distlock.scheduling.ledger..");
	}

	@Test
	void electionsKnowApiAndProviderContract() {
		knowsOnly("a leader is elected by any engine", "io.distlock.leader", "io.distlock.leader", ROOT,
				"io.distlock.provider..");
	}

	@Test
	void leadersOfAContextKnowElections() {
		knowsOnly("what runs on a leader does not depend on how it is elected", "io.distlock.leader.lifecycle",
				"io.distlock.leader.lifecycle", "io.distlock.leader", "io.distlock.provider..");
	}

	@Test
	void annotationsKnowTheApiOnly() {
		knowsOnly("an annotation costs its user nothing", "io.distlock.annotation..", "io.distlock.annotation..", ROOT);
	}

	@Test
	void interceptorKnowsApiAndAnnotations() {
		knowsOnly("the advice works with any engine", "io.distlock.internal.interceptor..",
				"io.distlock.internal.interceptor..", ROOT, "io.distlock.transactional", "io.distlock.leader",
				"io.distlock.annotation..");
	}

	@Test
	void guardKnowsApiTableAndWhereMethodsAreCalled() {
		knowsOnly("fencing works with any engine", "io.distlock.fencing..", "io.distlock.fencing..", ROOT,
				"io.distlock.provider..", "io.distlock.jdbc..", "io.distlock.internal.interceptor..");
	}

	@Test
	void locksOfTransactionsKnowApiAndTable() {
		knowsOnly("they work without any engine", "io.distlock.transactional..", "io.distlock.transactional..", ROOT,
				"io.distlock.internal.observer", "io.distlock.provider..", "io.distlock.jdbc..",
				"io.distlock.fencing..");
	}

	@Test
	void transactionsKnowTheApi() {
		knowsOnly("transactions work with any engine", "io.distlock.internal.transaction..",
				"io.distlock.internal.transaction..", ROOT, "io.distlock.internal.interceptor.operation",
				"io.distlock.transactional", "io.distlock.provider..", "io.distlock.annotation");
	}

	@Test
	void threadsAreMadeInOnePlace() {
		check(ArchRuleDefinition.noClasses()
			.that()
			.doNotBelongToAnyOf(DaemonThreads.class)
			.should()
			.callConstructorWhere(JavaAccess.Predicates.targetOwner(HasName.Predicates.name(Thread.class.getName())))
			.because("each of them has a name, no thread locals of its caller, and keeps no JVM alive"));
	}

	/**
	 * Return the packages of stores: those of all providers, but for the bases of stores
	 * with sessions and of stores with conditional writes.
	 */
	static List<String> stores() {
		return classes.stream()
			.filter((type) -> type.isAssignableTo(LockProvider.class) && !type.isInterface())
			.map((type) -> "io.distlock.%s..".formatted(type.getPackageName().split("\\.")[2]))
			.distinct()
			.filter((name) -> !Set.of("io.distlock.line..", "io.distlock.record..").contains(name))
			.sorted()
			.toList();
	}

	@Test
	void storesAreFound() {
		assertThat(stores()).contains("io.distlock.jdbc..", "io.distlock.local..", "io.distlock.redis..",
				"io.distlock.zookeeper..", "io.distlock.etcd..");
	}

	@ParameterizedTest
	@MethodSource("stores")
	void providersKnowTheProviderContractOnly(String store) {
		knowsOnly("a store can be left out", store, store, PROVIDER, "io.distlock.scheduling.ledger..",
				"io.distlock.line..", "io.distlock.record..", "io.distlock.redis.internal.transport..");
	}

	@Test
	void redissonIsUsedByItsPublicInterfaces() {
		check(ArchRuleDefinition.noClasses()
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.redisson.command..", "org.redisson.connection..", "org.redisson.pubsub..",
					"org.redisson.client.protocol..", "org.redisson.client.handler..")
			.orShould()
			.dependOnClassesThat(JavaClass.Predicates.resideInAPackage("org.redisson.client")
				.and(DescribedPredicate.not(HasName.Predicates.nameEndingWith("Exception"))))
			.because("the application chooses the version of Redisson, which changes the rest at will"));
	}

	@Test
	void telemetryKnowsApiAndJobs() {
		knowsOnly("telemetry observes any engine", "io.distlock.observation..", "io.distlock.observation..", ROOT);
		knowsOnly("meters can be read without observations", "io.distlock.internal.observation..",
				"io.distlock.internal.observation..", "io.distlock.observation..", ROOT, "io.distlock.monitor",
				"io.distlock.scheduling..", "io.distlock.leader");
	}

	@Test
	void nothingBelowAutoConfigurationKnowsSpringBoot() {
		check(ArchRuleDefinition.noClasses()
			.that(JavaClass.Predicates.resideOutsideOfPackages(BOOT_AWARE))
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework.boot..")
			.because("what is below the auto-configuration works in any application of Spring"));
	}

	@Test
	void nothingKnowsTheAutoConfiguration() {
		check(ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackages(AUTO_CONFIGURATION)
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage(AUTO_CONFIGURATION)
			.because("the auto-configuration puts the parts together, and may be replaced"));
	}

	@Test
	void apiEngineAndProvidersDoWithoutSpringAndMicrometer() {
		check(ArchRuleDefinition.noClasses()
			.that(JavaClass.Predicates.resideInAnyPackage(stores().toArray(String[]::new))
				.and(JavaClass.Predicates.resideOutsideOfPackages(AUTO_CONFIGURATION))
				.or(JavaClass.Predicates.resideInAnyPackage(ROOT, "io.distlock.lease..")))
			.should()
			.dependOnClassesThat()
			.resideInAnyPackage("org.springframework.aop..", "org.springframework.context..",
					"org.springframework.beans.factory..", "io.micrometer..")
			.because("they are of use without a container"));
	}

	@Test
	void everyPackageIsNullMarked() {
		assertThat(classes.stream().map(JavaClass::getPackage).distinct())
			.allSatisfy((aPackage) -> assertThat(isNullMarked(aPackage)).as(aPackage.getName()).isTrue());
	}

	private static boolean isNullMarked(JavaPackage aPackage) {
		return aPackage.isAnnotatedWith(NullMarked.class);
	}

	/**
	 * Whoever writes a message may write a duration as all others do.
	 */
	private static void knowsOnly(String reason, String packageName, String... known) {
		check(ArchRuleDefinition.noClasses()
			.that(JavaClass.Predicates.resideInAPackage(packageName)
				.and(JavaClass.Predicates.resideOutsideOfPackages(AUTO_CONFIGURATION)))
			.should()
			.dependOnClassesThat(JavaClass.Predicates.resideInAnyPackage("io.distlock..")
				.and(JavaClass.Predicates.resideOutsideOfPackages(withSupport(known)))
				.and(DescribedPredicate.not(MODE_OR_KEY))
				.and(DescribedPredicate.not(JavaClass.Predicates.type(Durations.class))))
			.because(reason));
	}

	/**
	 * Whoever knows the contract of providers may use what core has for those that
	 * implement it, and whoever knows the annotations may use how they are read.
	 */
	private static String[] withSupport(String... known) {
		Set<String> all = new TreeSet<>(List.of(known));
		if (all.contains(PROVIDER)) {
			all.addAll(List.of("io.distlock.internal.connection", "io.distlock.internal.thread"));
		}
		if (all.contains("io.distlock.annotation..")) {
			all.add("io.distlock.internal.annotation");
		}
		return all.toArray(String[]::new);
	}

	private static void check(ArchRule rule) {
		rule.allowEmptyShould(true).check(classes);
	}

	/**
	 * Each class with its nested ones is a slice.
	 */
	private record TopLevelClasses(String packageName) implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass javaClass) {
			return javaClass.getPackageName().equals(this.packageName)
					? SliceIdentifier.of(javaClass.getName().split("\\$")[0]) : SliceIdentifier.ignore();
		}

		@Override
		public String getDescription() {
			return "classes of " + this.packageName;
		}

	}

}
